// What the live protocol (docs/live-protocol.md) adds to the bot protocol's types.

import type { Aircraft, GameInfo, LogEntry, Marker, Menu, Outcome, Phase, Seat, Side, View } from './types.js';

export type TableInfo = {
  id: string, game: string, title: string, created_ms: number,
  sides: Record<Side, { name: string, pilot: string | null }>,
  held: Seat[], hot_seat: boolean, dice: 'seed' | 'chosen' | 'ask', commitment: string | null, watch: 'link' | 'anyone', pace_ms: number,
  seq: number, to_act: Side[], turn: number, turns: number | null, outcome: Outcome | null,
};

export type Presence = Record<'allies' | 'axis' | 'observer', number>;

export type Hello = { version: number, server: string, seats: Seat[], seat: Seat, seq: number, table: TableInfo, presence: Presence };

export type Patch = Partial<Omit<View, 'phase' | 'aircraft' | 'markers'>> & {
  phase?: Partial<Phase>, aircraft?: (Partial<Aircraft> & { id: number })[], gone?: number[], markers?: { gone?: Marker[], new?: Marker[] },
};

export type Changed = {
  seq: number, line: number, by: Side, to_act: Side[], undo?: boolean, patch: Patch, log?: { from: number, entries: Partial<LogEntry>[] },
};

export type Whole = { seq: number, line: number, view: View, log: Partial<LogEntry>[], decision: Menu<any> | null };

export type Replay = {
  table: TableInfo, seat: Seat, view: View, log: Partial<LogEntry>[],
  steps: { line: number, side: Side, command?: unknown, to_act: Side[], patch: Patch, log: Partial<LogEntry>[] }[],
};

export type GameList = { games: GameInfo[], pilots: { id: string, title: string, text: string }[] };
