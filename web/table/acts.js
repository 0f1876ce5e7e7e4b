// What a player can do at a table, for everything that is drawn there.

/** @import { At, Pace } from '../wire/types.js' */
/** @import { Overlay } from '../board/board.js' */
/** @import { AnyChoice, Command, Reason, State, Way } from '../state/record.js' */

/**
 * @typedef {{
 *   choose: (choice: AnyChoice) => Promise<void>, hoverChoice: (choice: AnyChoice | null) => void, range: (choice:
 *   AnyChoice, value: number) => void,
 *   commit: () => void, undo: () => void, trial: () => void, select: (id: number | null) => void, meet: (id: number) =>
 *   void, unfold: (part: string, open: boolean) => void, glance: (at:
 *   Partial<Overlay> | null) => void,
 *   takeWay: (way: Way) => void, closeChooser: () => void, clearTray: () => void, openCard: (open: boolean) => void,
 *   tab: (tab: State['tab']) => void, sift: (by: Partial<State['muster']>) => void, load: (command: Command, name:
 *   string) => Promise<boolean>,
 *   refuse: (reasons: Reason[]) => void, quit: (choice: AnyChoice) => void, consent: (allow: boolean) => void,
 *   sortMoves: (by: State['moves']) => void, flyTo: (at: At) => void,
 *   narrow: (at: At, ways: Way[]) => void,
 *   hint: () => void, takeHint: () => void, dropHint: () => void, pause: () => void, step: () => void,
 *   pace: (pace: Omit<Pace, 'table' | 'seat'>) => void,
 *   follow: (scope: 'group' | 'all') => void, bestShots: () => void, correct: (gun: string, label: string) => void,
 *   manner: (manner: State['manner']) => void,
 *   stopOrder: () => void, relieveTurn: () => void, relieveGroup: () => void, next: () => void,
 *   relieveForGood: () => void, takeSeat: () => void,
 *   brief: () => void, showGoodChoice: () => void, learned: () => void, flyAlone: () => void,
 *   agree: (line: number) => void,
 *   playAgain: (swap: boolean) => void, again: (offer: { swap?: boolean, no?: boolean }) => void }} Acts
 */

export {};
