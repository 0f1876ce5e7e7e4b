// What crosses the wire, for the browser and for bots. Made from crate `wire`; do not edit.
// Made again by: cargo run -p tallyho -- schema --typescript > web/wire/types.d.ts

/**
 * Gives a command.
 */
export type Act = { 
/**
 * The table. A socket belongs to one and need not name it.
 */
table?: string, 
/**
 * The seat from which it is asked: what it may not know is left out. On a socket the one sat in when nothing is said; some methods
 * need none.
 */
seat?: Seat, 
/**
 * What is said. Aircraft may be named by number, name or slug.
 */
command: unknown, 
/**
 * Faces thrown by a person, where the table asks for them.
 */
dice?: Array<Face>, 
/**
 * The number of the last change that the caller knows of: the command is refused (−32004) if the table has moved on.
 */
seq?: number, 
/**
 * Whether the log entries that it causes are wanted. Whoever is told of changes has them already.
 */
events?: boolean, };

/**
 * What a command has caused.
 */
export type Acted = { 
/**
 * The new log entries that the acting seat may see, where they are wanted.
 */
events: Array<LogEntry>, 
/**
 * Who owes a decision now.
 */
pending: Pending, 
/**
 * Number of the command, from 1.
 */
line: number, 
/**
 * The faces used, in order.
 */
dice: Array<number>, 
/**
 * Hash of the last position, once the game is over. Before, it would tell something of what a seat may not know.
 */
state?: StateHash, };

/**
 * An offer to play once more.
 */
export type Again = { 
/**
 * Who offers it.
 */
by: Side, 
/**
 * Whether the players change sides.
 */
swap: boolean, };

/**
 * Agrees to go on by the rules as they are now, from before the first command of which they make something else.
 */
export type Agree = { 
/**
 * The table. A socket belongs to one and need not name it.
 */
table?: string, 
/**
 * The seat from which it is asked: what it may not know is left out. On a socket the one sat in when nothing is said; some methods
 * need none.
 */
seat?: Seat, 
/**
 * That command.
 */
line: number, };

/**
 * An aircraft in play.
 */
export type Aircraft = { 
/**
 * Its number in set-up order, from 1.
 */
id: PieceId, 
/**
 * What it is called on the map: "Red 1".
 */
name: string, 
/**
 * The group it belongs to.
 */
group: string, 
/**
 * Key into the cards.
 */
card: string, 
/**
 * Whose it is.
 */
side: Side, 
/**
 * Its part in the fight: fighter, bomber, escort, interceptor.
 */
role: string, 
/**
 * Where it is; nothing while it is not on the map.
 */
pose: Pose | null, 
/**
 * Whether it still takes part, and if not why not: "flying", "off the map until turn 5", "shot down".
 */
status: string, 
/**
 * Whether it is on the map.
 */
flying: boolean, 
/**
 * Present condition: damage, speed, ammunition.
 */
gauges: Array<Gauge>, 
/**
 * Short marks: ace, loaded, radar.
 */
tags: Array<Tag>, 
/**
 * Places passed in its last move, start first.
 */
trail: Array<At>, 
/**
 * Height and speed as one, in games that change one into the other.
 */
energy: Energy | null, };

/**
 * What changed in one aircraft; all of it for one not known before.
 */
export type AircraftPatch = { 
/**
 * Which one.
 */
id: PieceId, 
/**
 * New name.
 */
name?: string, 
/**
 * New group.
 */
group?: string, 
/**
 * New card.
 */
card?: string, 
/**
 * New side.
 */
side?: Side, 
/**
 * New role.
 */
role?: string, 
/**
 * New pose; null when it left the map.
 */
pose?: Pose | null, 
/**
 * New status.
 */
status?: string, 
/**
 * Whether it is on the map now.
 */
flying?: boolean, 
/**
 * New gauges, all of them.
 */
gauges?: Array<Gauge>, 
/**
 * New tags, all of them.
 */
tags?: Array<Tag>, 
/**
 * New trail.
 */
trail?: Array<At>, 
/**
 * New energy; null when it has none any more.
 */
energy?: Energy | null, };

/**
 * An aircraft, as people name it.
 */
export type AircraftRef = PieceId | string;

/**
 * Offers the other side one more game, accepts what it offers, or neither.
 */
export type AskAgain = { 
/**
 * The table. A socket belongs to one and need not name it.
 */
table?: string, 
/**
 * The seat from which it is asked: what it may not know is left out. On a socket the one sat in when nothing is said; some methods
 * need none.
 */
seat?: Seat, 
/**
 * Whether the players change sides.
 */
swap?: boolean, 
/**
 * Takes the offer back, or refuses the other side's.
 */
no?: boolean, };

/**
 * Notification `asked`: a side asks the other one to let it take something back, or no longer does. A change withdraws it too.
 */
export type Asked = { 
/**
 * Who asks; nobody when the other side has refused.
 */
by: Side | null, 
/**
 * Changes so far, to be sent back with `consent`.
 */
seq: number, };

/**
 * A place on the map.
 */
export type At = { 
/**
 * Column as printed.
 */
col: number, 
/**
 * Row as printed.
 */
row: number, } | { 
/**
 * East of the south-west corner.
 */
x: number, 
/**
 * North of the south-west corner.
 */
y: number, };

/**
 * How an aircraft banks and pitches.
 */
export type Attitude = { 
/**
 * Degrees of bank, to the right positive: 0 = wings level, 180 = upside down.
 */
bank: number, 
/**
 * Degrees of the flight path over the horizon, climbing positive.
 */
pitch: number, };

/**
 * A group in the making, of one kind of aircraft.
 */
export type Band = { 
/**
 * What it is called.
 */
name: string, 
/**
 * Key into the cards.
 */
card: string, 
/**
 * How many aircraft it has.
 */
count: number, 
/**
 * What they cost together.
 */
cost: number, 
/**
 * The choice that buys one more for it.
 */
more: number, 
/**
 * The choice that gives one of it back.
 */
fewer: number, 
/**
 * The choice that makes one of it a group of its own, where it has more than one.
 */
apart: number | null, 
/**
 * Other groups of its kind, to which one of it may go.
 */
moves: Array<BandMove>, };

/**
 * A way for one aircraft from a group to another.
 */
export type BandMove = { 
/**
 * The other group's place in the list of groups.
 */
to: number, 
/**
 * The choice that takes one there.
 */
choice: number, };

/**
 * A reason against a choice, ready to be shown.
 */
export type Barred = { 
/**
 * The rule.
 */
rule: string, 
/**
 * The sentence.
 */
why: string, };

/**
 * The map.
 */
export type Board = { "kind": "hexes", 
/**
 * Whether hexes have a corner (pointy) or a side (flat) to the north.
 */
pointy: boolean, 
/**
 * Number of the first column and the first row.
 */
first: number, 
/**
 * Columns, west to east.
 */
columns: number, 
/**
 * Rows.
 */
rows: number, 
/**
 * Whether odd (rather than even) rows (pointy) or columns (flat) are the shifted ones: half a hex east (pointy) or
 * half a hex towards the end of the row count (flat).
 */
odd_shifted: boolean, 
/**
 * Whether rows are counted from the south.
 */
rows_from_south: boolean, 
/**
 * How a hex is written: `CC.RR`, `CCRR` or `[C,R]`.
 */
names: string, 
/**
 * What a hex is called when distances are measured: "hexes", "SU".
 */
unit: string, } | { "kind": "open", 
/**
 * Width, west to east.
 */
width: number, 
/**
 * Depth, south to north.
 */
height: number, 
/**
 * What the unit is called: "SU".
 */
unit: string, };

/**
 * The card of a scenario.
 */
export type Briefing = { 
/**
 * Title.
 */
title: string, 
/**
 * What it is about, in a sentence.
 */
summary: string, 
/**
 * What each side is called.
 */
sides: { [key in Side]?: string }, 
/**
 * How the game is won and when it ends, with the options of this game.
 */
objectives: Array<string>, 
/**
 * Last turn, if there is one.
 */
turns: number | null, 
/**
 * Playing time, in minutes, if known.
 */
minutes: number | null, 
/**
 * Who takes part, as far as the seat knows at the start.
 */
forces: Array<Force>, 
/**
 * The map at the start, as far as the seat knows it.
 */
map: StartMap, 
/**
 * What happened, in two to four sentences.
 */
story: string, 
/**
 * What each side is to do.
 */
task: { [key in Side]?: string }, 
/**
 * How even the fight is, where that is known.
 */
balance: string, };

/**
 * Asks for the briefing: what a seat may know of the scenario at the start.
 */
export type BriefingOf = { 
/**
 * The table. A socket belongs to one and need not name it.
 */
table?: string, 
/**
 * The seat from which it is asked: what it may not know is left out. On a socket the one sat in when nothing is said; some methods
 * need none.
 */
seat?: Seat, };

/**
 * Notification `bye`: the server is about to close the socket.
 */
export type Bye = { 
/**
 * Why.
 */
why: ByeWhy, };

/**
 * Why a socket is closed.
 */
export type ByeWhy = "shutdown" | "slow" | "flood" | "deleted" | "newer" | "reset" | "store";

/**
 * How a number came about, line by line. Preview, log and replay print the same one.
 */
export type Calculation = { 
/**
 * What is calculated: "dice", "needed to hit".
 */
of: string, 
/**
 * Each contribution.
 */
terms: Array<Term>, 
/**
 * The sum.
 */
total: number, 
/**
 * How many make one as a player writes it, where parts are counted: 4 for quarters.
 */
parts: number | null, };

/**
 * Tells what whoever asks wants to be called.
 */
export type CallMe = { 
/**
 * The table. A socket belongs to one and need not name it.
 */
table?: string, 
/**
 * The seat from which it is asked: what it may not know is left out. On a socket the one sat in when nothing is said; some methods
 * need none.
 */
seat?: Seat, 
/**
 * The name: at most 24 letters. An empty one is none.
 */
name: string, };

/**
 * What somebody is called from now on.
 */
export type Called = { 
/**
 * The name as others see it; nothing if there is none.
 */
name: string | null, };

/**
 * A command that a computer pilot has weighed.
 */
export type Candidate = { 
/**
 * The command.
 */
command: unknown, 
/**
 * What it is called.
 */
label: string, 
/**
 * What it is worth to the side, in thousandths: higher is better. Only candidates of one hint can be compared.
 */
score_milli: number, 
/**
 * What speaks for it; empty where nothing more can be said.
 */
text: string, };

/**
 * An aircraft's card: the printed values of its type. It does not change during a game.
 */
export type Card = { 
/**
 * Key, as used by [`super::Aircraft::card`] and by scenario files.
 */
id: string, 
/**
 * Full name.
 */
name: string, 
/**
 * Nation, if the game names it.
 */
nation: string | null, 
/**
 * Class: fighter, jet, bomber.
 */
class: string, 
/**
 * Single values.
 */
values: Array<CardValue>, 
/**
 * Tracks and tables.
 */
tables: Array<CardTable>, 
/**
 * Where its weapons reach, where that can be drawn as sectors.
 */
arcs: Array<FireArc>, 
/**
 * What a silhouette is drawn from.
 */
shape: Shape, 
/**
 * Where the figures come from.
 */
source: string, };

/**
 * Aircraft cards of a game.
 */
export type CardList = { 
/**
 * The cards.
 */
cards: Array<Card>, };

/**
 * A row of a table on a card.
 */
export type CardRow = { 
/**
 * Row head.
 */
head: string, 
/**
 * Cells, as many as there are columns.
 */
cells: Array<string>, };

/**
 * A track or table on a card.
 */
export type CardTable = { 
/**
 * How it is drawn.
 */
kind: CardTableKind, 
/**
 * Title.
 */
title: string, 
/**
 * What the columns count: "speed", "range in hexes"; empty where the column heads say it themselves.
 */
head: string, 
/**
 * Column heads: of a track the numbers of its spaces, of boxes their labels.
 */
columns: Array<string>, 
/**
 * Rows: head, then cells. Of tracks and boxes they are the further lines printed in each space.
 */
rows: Array<CardRow>, 
/**
 * Labels of the aircraft's gauges whose readings stand here, see [`CardTableKind`].
 */
gauges: Array<string>, 
/**
 * The rule that uses it.
 */
rule: string, 
/**
 * Where it comes from, if not where the whole card does.
 */
source: string | null, };

/**
 * How a track or table on a card is drawn, and how a gauge's reading is marked on it.
 */
export type CardTableKind = "table" | "track" | "boxes";

/**
 * A value on a card.
 */
export type CardValue = { 
/**
 * What it is.
 */
label: string, 
/**
 * What it says, a dash where the type has none.
 */
value: string, 
/**
 * The rule that uses it.
 */
rule: string, 
/**
 * Where it comes from, if not where the whole card does.
 */
source: string | null, };

/**
 * Asks for the aircraft cards of a game.
 */
export type Cards = { 
/**
 * The game's id.
 */
game: string, };

/**
 * Answer to `POST /api/carry/<token>`.
 */
export type Carried = { 
/**
 * How many games have come.
 */
tables: number, };

/**
 * Answer to `POST /api/carry`.
 */
export type CarryLink = { 
/**
 * The link, as a path. It works once.
 */
link: string, 
/**
 * For how long it works.
 */
minutes: number, };

/**
 * A probability as it is sent: exact, and in millionths for bars and percentages.
 */
export type Chance = { 
/**
 * The exact fraction: `11/36`.
 */
exact: string, 
/**
 * Rounded to millionths.
 */
ppm: number, };

/**
 * Answer to `GET /api/tables/<id>/chances`: who wins how often from places along a finished game, flown to its end by computer pilots.
 * They are worked out one after the other: ask again until there are `of` points.
 */
export type Chances = { 
/**
 * How many places there will be; 0 while the game waits for its turn.
 */
of: number, 
/**
 * The places that are worked out, in the order of the game.
 */
points: Array<ChancesAt>, };

/**
 * How often each side won from one place.
 */
export type ChancesAt = { 
/**
 * After this many commands.
 */
line: number, 
/**
 * Games that the Allies won.
 */
allies: number, 
/**
 * Games that the Axis won.
 */
axis: number, 
/**
 * Games that nobody won.
 */
draws: number, };

/**
 * Notification `changed`: after each command or undo, once it is on disk. What several seats share is written once, so that its parts
 * are JSON already.
 */
export type Changed = { 
/**
 * Number of the change, one more than the last.
 */
seq: number, 
/**
 * Its mark, at a server's table.
 */
mark?: Mark, 
/**
 * Commands in the transcript.
 */
line: number, 
/**
 * Whose command or undo.
 */
by: Side, 
/**
 * Whether commands were taken back.
 */
undo?: boolean, 
/**
 * Who owes a decision now.
 */
to_act: Array<Side>, 
/**
 * What changed in the view.
 */
patch: Patch, 
/**
 * Whether this seat may take its last command back; nothing for a seat that plays no side.
 */
take_back?: MayTakeBack, 
/**
 * What changed in the log.
 */
log?: LogChange, 
/**
 * The decision that the seat's side owes now: what `legal` without a draft would answer. Nothing for every other seat, and for a
 * socket that wants none.
 */
menu?: Menu<unknown>, };

/**
 * Asks what is wrong with a scenario: body of `POST /api/check`.
 */
export type Check = { 
/**
 * The game's id.
 */
game: string, 
/**
 * A scenario's id, or a whole scenario.
 */
scenario: string | Record<string, unknown>, 
/**
 * Instead of `scenario`: the text of a scenario file, TOML or JSON.
 */
text?: string, 
/**
 * What is to be changed first.
 */
edit?: Edit, 
/**
 * Whether the text of its TOML file is wanted.
 */
toml?: boolean, };

/**
 * What is wrong with a scenario, and what it looks like.
 */
export type Checked = { 
/**
 * Everything that is wrong, at most a hundred flaws; none if it can be played.
 */
flaws: Array<Flaw>, 
/**
 * The scenario, changed as wanted; nothing if it cannot be read.
 */
scenario: Record<string, unknown> | null, 
/**
 * Its entry in a list of scenarios.
 */
info: ScenarioInfo | null, 
/**
 * How it is drawn.
 */
drawing: Drawing | null, 
/**
 * Its TOML file, where that was wanted.
 */
toml?: string, };

/**
 * Something to choose.
 */
export type Choice<C> = { 
/**
 * What it is called: "Turn left".
 */
label: string, 
/**
 * A short remark: "1 hex".
 */
note: string, 
/**
 * What to say to choose it.
 */
say: Say<C>, 
/**
 * Reasons against it; empty when it is legal.
 */
barred: Array<Barred>, 
/**
 * The aircraft that it is about.
 */
aircraft: PieceId | null, 
/**
 * The aircraft at which it is aimed.
 */
target: PieceId | null, 
/**
 * The pose that it leads to.
 */
pose: Pose | null, 
/**
 * The rule behind it.
 */
rule: string, 
/**
 * A conventional key: "W", "A", "D".
 */
key: string | null, 
/**
 * How it would end the game before its time, if it would. A client keeps such a choice apart from the others and asks once
 * more before it is given.
 */
quit: Quit | null, };

/**
 * A circle on an open table, tolerance included.
 */
export type Circle = { 
/**
 * Its middle.
 */
at: At, 
/**
 * Its radius, in thousandths of a unit.
 */
radius: number, };

/**
 * Notification `clock`: how the clocks stand.
 */
export type ClockNow = { 
/**
 * What each side has left, in milliseconds.
 */
left_ms: { [key in Side]?: number }, 
/**
 * Sides whose clocks run.
 */
runs: Array<Side>, 
/**
 * Seconds of each side, 31 days at most.
 */
seconds: number, 
/**
 * For what.
 */
per: ClockPer, 
/**
 * Seconds that each side gets with each new turn of the game, where the time is for the whole game.
 */
add_s?: number, };

/**
 * How much time players have.
 */
export type ClockOrder = { 
/**
 * Seconds of each side, 31 days at most.
 */
seconds: number, 
/**
 * For what.
 */
per: ClockPer, 
/**
 * Seconds that each side gets with each new turn of the game, where the time is for the whole game.
 */
add_s?: number, };

/**
 * For what a side has its time.
 */
export type ClockPer = "game" | "turn" | "move";

/**
 * Closes a table.
 */
export type Close = { 
/**
 * The table. A socket belongs to one and need not name it.
 */
table?: string, 
/**
 * The seat from which it is asked: what it may not know is left out. On a socket the one sat in when nothing is said; some methods
 * need none.
 */
seat?: Seat, };

/**
 * A table is gone.
 */
export type Closed = Record<symbol, never>;

/**
 * The colour of a card.
 */
export type Colour = "red" | "black";

/**
 * Answers the other side, which asks to take something back.
 */
export type Consent = { 
/**
 * The table. A socket belongs to one and need not name it.
 */
table?: string, 
/**
 * The seat from which it is asked: what it may not know is left out. On a socket the one sat in when nothing is said; some methods
 * need none.
 */
seat?: Seat, 
/**
 * The number of the change at which it was asked.
 */
seq: number, 
/**
 * Whether it is allowed.
 */
allow: boolean, };

/**
 * A decision that cost something against a better one.
 */
export type Costly = { 
/**
 * Number of the command, from 1.
 */
line: number, 
/**
 * What it cost, in thousandths of a victory point.
 */
cost_milli: number, 
/**
 * What was done.
 */
done: string, 
/**
 * What was better.
 */
better: string, 
/**
 * What speaks for that; empty where nothing more can be said.
 */
why: string, };

/**
 * Why a list of moves does not hold them all.
 */
export type Cut = "sample" | "limit";

/**
 * Chance of one amount of damage.
 */
export type DamageChance = { 
/**
 * Points of damage.
 */
points: number, 
/**
 * How likely.
 */
chance: Chance, };

/**
 * Answer to `GET /api/tables/<id>/debrief`: luck and skill in a finished game. It is worked out decision by decision: ask again until as
 * many steps are `done` as there are.
 */
export type Debrief = { 
/**
 * How many steps there are in all; 0 while the game waits for its turn. It may shrink on the way.
 */
of: number, 
/**
 * How many are done.
 */
done: number, 
/**
 * What is known of the Allies.
 */
allies: SideDebrief, 
/**
 * What is known of the Axis.
 */
axis: SideDebrief, };

/**
 * A diagram of a guide. Hexes are column and row, both from 0, as the game numbers them.
 */
export type Diagram = { 
/**
 * What it shows.
 */
caption: string, 
/**
 * Columns and rows.
 */
size: [number, number], 
/**
 * Aircraft where they begin.
 */
planes: Array<DiagramPlane>, 
/**
 * Where they fly.
 */
paths?: Array<DiagramPath>, 
/**
 * Who fires at whom, from where their paths end.
 */
shots?: Array<DiagramShot>, 
/**
 * Hexes with a remark.
 */
marks?: Array<DiagramMark>, };

/**
 * A hex of a diagram with a remark.
 */
export type DiagramMark = { 
/**
 * Which one.
 */
hex: [number, number], 
/**
 * At most four words.
 */
text: string, 
/**
 * Whether that is good or bad for whoever flies there.
 */
tone?: DiagramTone, };

/**
 * Where an aircraft of a diagram flies.
 */
export type DiagramPath = { 
/**
 * The aircraft's name.
 */
plane: string, 
/**
 * Hex after hex, the first beside the aircraft.
 */
hexes: Array<[number, number]>, 
/**
 * Its heading at the end, if that is not the direction of the last step.
 */
ends?: string, };

/**
 * An aircraft of a diagram.
 */
export type DiagramPlane = { 
/**
 * What it is called, in this diagram only once.
 */
name: string, 
/**
 * Whose it is.
 */
side: Side, 
/**
 * What it looks like.
 */
shape: DiagramShape, 
/**
 * Where it is.
 */
hex: [number, number], 
/**
 * Where its nose points: `N`, `NE`, `SE` …, as far as the game's hexes have it.
 */
heading: string, 
/**
 * A few words beside it.
 */
tag?: string, };

/**
 * What an aircraft of a diagram looks like.
 */
export type DiagramShape = "fighter" | "twin" | "bomber";

/**
 * A shot in a diagram.
 */
export type DiagramShot = { 
/**
 * Who fires.
 */
from: string, 
/**
 * At whom.
 */
to: string, 
/**
 * A few words along the line.
 */
text: string, };

/**
 * What a mark of a diagram means.
 */
export type DiagramTone = "plain" | "good" | "bad";

/**
 * A number of degrees by which an aircraft turns.
 */
export type Dial = { 
/**
 * Where the aircraft stands and how it points now.
 */
pose: Pose, 
/**
 * The heading from which the degrees are counted.
 */
from: number, 
/**
 * Whether they are counted to the left.
 */
left: boolean, };

/**
 * How the players want their dice.
 */
export type DiceChoice = { "seed": SeedText } | { "script": Array<Face> } | "ask";

/**
 * Where a table's dice come from.
 */
export type DiceKind = "seed" | "chosen" | "ask";

/**
 * Our digest of a game's rules.
 */
export type Digest = { 
/**
 * By chapter, in the order in which a player meets them.
 */
rules: Array<Rule>, 
/**
 * The game's id.
 */
game: string, 
/**
 * The game's title.
 */
title: string, 
/**
 * The guide, unless one rule was asked for; what holds in every game has none.
 */
guide?: Guide, 
/**
 * The whole digest in Markdown, unless one rule was asked for.
 */
text?: string, };

/**
 * A half-built command.
 */
export type Draft<C> = { 
/**
 * The command so far.
 */
command: C, 
/**
 * Reasons why it cannot be given as it stands; empty when it can.
 */
barred: Array<Barred>, 
/**
 * Every end that can still be reached, where asked for.
 */
plans: Array<Plan<C>>, 
/**
 * Why some of them are left out; nothing when they are all there.
 */
cut: Cut | null, 
/**
 * The aircraft that it moves.
 */
aircraft: PieceId | null, 
/**
 * Where it has got to; nothing once it has left the map.
 */
pose: Pose | null, 
/**
 * Places passed, start first.
 */
path: Array<At>, 
/**
 * Aircraft that it puts on the map besides.
 */
also: Array<Put>, 
/**
 * Points or hexes spent.
 */
spent: number, 
/**
 * The most that can be spent.
 */
of: number, 
/**
 * How a number of it comes about, where the game keeps an account of a move.
 */
account: Calculation | null, 
/**
 * What it amounts to, in short sentences: speed, attitude, points left.
 */
notes: Array<string>, 
/**
 * Height and speed at its end, in games that change one into the other.
 */
energy: Energy | null, 
/**
 * Who could fire on whom if it were given as it stands.
 */
forecast: Array<Forecast>, 
/**
 * Where its aircraft may stand, on an open table while they are set up.
 */
free: Array<Free<C>>, 
/**
 * The legal command next to it, where points of an open table were drafted and it cannot be given as it stands.
 */
mended: Mended<C> | null, };

/**
 * A scenario as an editor draws it. Unlike a view it needs no sound position: whatever can be read is in it.
 */
export type Drawing = { 
/**
 * The map.
 */
board: Board, 
/**
 * What it looks like.
 */
scenery: Scenery | null, 
/**
 * The aircraft, in id order.
 */
aircraft: Array<Drawn>, 
/**
 * Things on the map that are not aircraft.
 */
markers: Array<Marker>, 
/**
 * Feet that a level of altitude stands for, where the game says so.
 */
level_feet: number | null, };

/**
 * An aircraft of a scenario.
 */
export type Drawn = { 
/**
 * Its number in set-up order, from 1.
 */
id: PieceId, 
/**
 * What it is called.
 */
name: string, 
/**
 * Key into the cards.
 */
card: string, 
/**
 * Whose it is.
 */
side: Side, 
/**
 * Where it is; nothing if it has no place yet, or none any more.
 */
pose: Pose | null, 
/**
 * Paths of the parts of the scenario that say something of it, the one most its own first: `groups[2].state[0]`, `groups[2]`.
 */
parts: Array<string>, };

/**
 * What is done to a scenario by hand.
 */
export type Edit = { "add": { 
/**
 * Its card.
 */
card: string, 
/**
 * Whose it is.
 */
side: Side, 
/**
 * Where.
 */
at: At, 
/**
 * How it points, in degrees; the game takes the nearest heading that it has.
 */
heading: number, } } | { "put": { 
/**
 * The aircraft.
 */
aircraft: PieceId, 
/**
 * Where.
 */
at: At, } } | { "turn": { 
/**
 * The aircraft.
 */
aircraft: PieceId, 
/**
 * How it points then, in degrees; the game takes the nearest heading that it has.
 */
heading: number, } } | { "remove": { 
/**
 * The aircraft.
 */
aircraft: PieceId, } } | { "marker": { 
/**
 * What it is.
 */
kind: MarkerKind, 
/**
 * Where it is; nothing if it is new.
 */
from?: At, 
/**
 * Where it goes; nothing if it is taken away.
 */
to?: At, } };

/**
 * Last line: how it ended.
 */
export type End = { 
/**
 * The outcome.
 */
outcome: Outcome, 
/**
 * The seed, shown now that nothing depends on it any more.
 */
seed?: string | null, 
/**
 * The seeds since each resumption.
 */
resumed?: Array<string>, };

/**
 * What an aircraft can turn into height or speed, in one unit.
 */
export type Energy = { 
/**
 * What it has as height: its altitude level.
 */
height: number, 
/**
 * What it has as speed: levels that it could rise for it.
 */
speed: number, 
/**
 * The rule that changes one into the other.
 */
rule: string, };

/**
 * Where engines sit.
 */
export type EngineAt = "nose" | "wings" | "wing-jets" | "fuselage";

/**
 * The details of an error.
 */
export type ErrorData = { 
/**
 * Path of the first field that is wrong: `scenario.aircraft[3].hex`.
 */
path: string, 
/**
 * Everything that is wrong, where the whole could be read.
 */
flaws?: { file?: string, path: string, says: string, rule?: string }[], } | { 
/**
 * The rule named first.
 */
rule: string, 
/**
 * What it says.
 */
why: string, 
/**
 * All reasons.
 */
reasons: Array<Barred>, } | { 
/**
 * One entry for each die or card, in order.
 */
need: Array<NeedOne>, } | { 
/**
 * Changes so far.
 */
seq: number, } | { 
/**
 * How long to wait, in milliseconds.
 */
retry_ms: number, } | { 
/**
 * Line of the transcript, from 1.
 */
line: number, 
/**
 * What differs there.
 */
says: string, };

/**
 * Sorts of events.
 */
export type EventKind = "set-up" | "phase" | "decision" | "move" | "fire" | "damage" | "loss" | "bomb" | "reveal" | "score" | "end";

/**
 * Answer to `GET /api/tables/<id>/why`: which commands of computer pilots may be asked about.
 */
export type Explained = { 
/**
 * Their numbers, from 1, in the order of the game.
 */
lines: Array<number>, };

/**
 * A face as people write it: a number, or the colour of a card.
 */
export type Face = number | Colour;

/**
 * A sector into which weapons fire: on an open table as it is, on hexes all whose middle lies in it or on its edge.
 */
export type FireArc = { 
/**
 * Its name, and what fires into it.
 */
label: string, 
/**
 * Its middle in degrees clockwise from the nose.
 */
bearing: number, 
/**
 * Degrees from its middle to each edge.
 */
half: number, 
/**
 * Its bands from the aircraft outwards.
 */
bands: Array<FireBand>, 
/**
 * The rule that lays it out.
 */
rule: string, };

/**
 * A part of a sector, up to a range.
 */
export type FireBand = { 
/**
 * Where it ends, in the board's units.
 */
range: number, 
/**
 * What holds in it: "medium, 5+".
 */
label: string, };

/**
 * Something wrong in a data file or scenario.
 */
export type Flaw = { 
/**
 * The file, when it is one of several.
 */
file?: string, 
/**
 * The path of the field: `aircraft[3].hex`.
 */
path: string, 
/**
 * What is wrong and what is allowed.
 */
says: string, 
/**
 * The rule that forbids it, if one does.
 */
rule?: string, };

/**
 * Aircraft of one type and side.
 */
export type Force = { 
/**
 * Whose they are.
 */
side: Side, 
/**
 * Id of their card.
 */
card: string, 
/**
 * What the type is called.
 */
name: string, 
/**
 * Their part in the fight.
 */
role: string, 
/**
 * How many there are.
 */
count: number, 
/**
 * What the type looks like.
 */
shape: Shape, };

/**
 * A line of *If you stop here*.
 */
export type Forecast = { 
/**
 * Who would fire.
 */
shooter: PieceId, 
/**
 * At whom.
 */
target: PieceId, 
/**
 * The sentence.
 */
text: string, 
/**
 * Chance that at least one shot hits, whether it does damage or not; nothing if no shot is possible.
 */
hit: Chance | null, 
/**
 * Chance that the target suffers for it: by a point of damage, the loss of an engine, or worse.
 */
harm: Chance | null, 
/**
 * The rule behind it.
 */
rule: string, };

/**
 * What a scenario of a game may hold.
 */
export type Format = { 
/**
 * The JSON Schema of a scenario.
 */
schema: Record<string, unknown>, 
/**
 * The field that lists the aircraft, alone or in groups.
 */
forces: string, 
/**
 * What may be put on the map besides aircraft.
 */
markers: Array<MarkerKind>, 
/**
 * A scenario without aircraft, to begin with.
 */
blank: Record<string, unknown>, };

/**
 * Asks what a scenario of a game may hold.
 */
export type FormatOf = { 
/**
 * The game's id.
 */
game: string, };

/**
 * Where an aircraft of the draft may be put: any point of a rectangle that is near enough to some places and clear of
 * others. Choices that name points are only suggestions.
 */
export type Free<C> = { 
/**
 * The aircraft.
 */
aircraft: PieceId, 
/**
 * A draft that puts it somewhere legal.
 */
draft: C, 
/**
 * JSON pointer of the object in that draft whose `x` and `y` are the point: put others there and ask with the result.
 */
field: string, 
/**
 * South-west corner of the rectangle, which belongs to it.
 */
from: At, 
/**
 * North-east corner of the rectangle, which belongs to it.
 */
to: At, 
/**
 * The point must be at most so far from each of these.
 */
near: Array<Circle>, 
/**
 * The point must be at least so far from each of these.
 */
clear: Array<Circle>, 
/**
 * Whether a point in the region may be refused all the same, because others would find no room.
 */
crowded: boolean, 
/**
 * The rule behind it.
 */
rule: string, };

/**
 * What a game offers, for the list of games.
 */
export type GameInfo = { 
/**
 * Id.
 */
id: string, 
/**
 * Title.
 */
title: string, 
/**
 * What kind of game it is.
 */
text: string, 
/**
 * What the players may choose.
 */
options: Array<OptionInfo>, 
/**
 * Ready-made scenarios.
 */
scenarios: Array<ScenarioInfo>, 
/**
 * Aircraft ids.
 */
aircraft: Array<string>, };

/**
 * Every game there is.
 */
export type GameList = { 
/**
 * The games.
 */
games: Array<GameInfo>, 
/**
 * Computer pilots, weakest first: what `pilot` takes as `level`.
 */
pilots: Array<string>, 
/**
 * Those of them that people are offered as opponents, weakest first.
 */
levels: Array<PilotInfo>, 
/**
 * Whether computer pilots help people: `hint` and `pilot` are answered.
 */
hints: boolean, };

/**
 * Asks for every game there is.
 */
export type Games = Record<symbol, never>;

/**
 * A number that has a scale.
 */
export type Gauge = { 
/**
 * What is measured.
 */
label: string, 
/**
 * The reading.
 */
value: number, 
/**
 * Full scale.
 */
max: number, 
/**
 * Whether a high reading is bad (damage) rather than good (speed).
 */
bad: boolean, 
/**
 * How many make one as a player writes it, where parts are counted: 2 for halves.
 */
parts: number | null, 
/**
 * The rule that explains it.
 */
rule: string, };

/**
 * What most of a map is.
 */
export type Ground = "sea" | "land";

/**
 * A guide that teaches a game in one sitting.
 */
export type Guide = { 
/**
 * Markdown. A fenced block `diagram` is a diagram as JSON, a link to `rule:ID` leads to a rule.
 */
text: string, 
/**
 * The hexes on which diagrams are drawn. Each diagram says how many columns and rows it needs, and counts both from 0.
 */
sheet: Board, };

/**
 * First line: what was set up.
 */
export type Header = { 
/**
 * Format of the transcript.
 */
tallyho: number, 
/**
 * The game's id.
 */
game: string, 
/**
 * The rules' revision.
 */
revision: number, 
/**
 * The whole scenario, options included.
 */
scenario: unknown, 
/**
 * SHA-256 of the seed, where there is one; otherwise people threw the dice.
 */
commitment?: string | null, 
/**
 * Hash of the position after set-up.
 */
state: StateHash, 
/**
 * SHA-256 over all the rest of the header: options are in no position, so that no other hash would notice one that was changed.
 * Missing in transcripts from before there was one.
 */
hash?: string | null, };

/**
 * Notification `hello`: the first on every socket.
 */
export type Hello = { 
/**
 * Version of what a socket says.
 */
version: number, 
/**
 * Version of the server.
 */
server: string, 
/**
 * What may be given as `seat`.
 */
seats: Array<Seat>, 
/**
 * The seat for which changes come.
 */
seat: Seat, 
/**
 * Changes so far.
 */
seq: number, 
/**
 * The last of them, at a server's table.
 */
mark?: Mark, 
/**
 * The table.
 */
table: TableInfo, 
/**
 * Sockets per seat.
 */
presence: Presence, 
/**
 * Who asks the other side to let them take something back.
 */
asked: Side | null, 
/**
 * What was said lately and these seats may hear, oldest first; nothing where people cannot talk.
 */
talk: Array<Said> | null, 
/**
 * How the clocks stand, where there are any.
 */
clock: ClockNow | null, };

/**
 * Asks what a computer pilot finds best, and why.
 */
export type HintCall = { 
/**
 * The table. A socket belongs to one and need not name it.
 */
table?: string, 
/**
 * The seat from which it is asked: what it may not know is left out. On a socket the one sat in when nothing is said; some methods
 * need none.
 */
seat?: Seat, 
/**
 * Which pilot, one of `pilots` in the answer to `games`; a wing commander when nothing is said.
 */
level?: string, };

/**
 * What a computer pilot finds best, and why.
 */
export type HintReply = { 
/**
 * The command that it finds best.
 */
command: unknown, 
/**
 * Why.
 */
why: Why, };

/**
 * What ties an answer to its request.
 */
export type Id = number | string | null;

/**
 * Why a run has ended before all games were played.
 */
export type LabEnded = "time" | "asked" | "server";

/**
 * How the first of two pilots did that changed sides.
 */
export type LabFirst = { 
/**
 * Games won.
 */
won: number, 
/**
 * Games drawn.
 */
drawn: number, 
/**
 * Games lost.
 */
lost: number, 
/**
 * The share of games won, draws as halves, from 0 to 1. The games of a pair have the same dice, so pairs are what is counted.
 */
share: number, 
/**
 * The true share is not below this in 95 of 100 cases.
 */
low: number, 
/**
 * Nor above this.
 */
high: number, };

/**
 * Answer to `GET /api/lab`: what may be ordered.
 */
export type LabOffer = { 
/**
 * Whether the host lets people use it.
 */
on: boolean, 
/**
 * The pilots that there are, weakest first.
 */
pilots: Array<LabPilot>, 
/**
 * The most games of one run.
 */
most_games: number, 
/**
 * How long one run may play, in seconds. It ends with the games played by then.
 */
most_seconds: number, };

/**
 * Body of `POST /api/lab`.
 */
export type LabOrder = { 
/**
 * The game's id.
 */
game: string, 
/**
 * The scenario's id.
 */
scenario: string, 
/**
 * The pilot of the Allies.
 */
allies: string, 
/**
 * The pilot of the Axis.
 */
axis: string, 
/**
 * Whether the pilots change sides in every second game.
 */
swap: boolean, 
/**
 * How many games.
 */
games: number, 
/**
 * The number from which all chance follows.
 */
seed: number, };

/**
 * A computer pilot of the lab.
 */
export type LabPilot = { 
/**
 * The word for it.
 */
id: string, 
/**
 * What people call it.
 */
title: string, 
/**
 * How it flies.
 */
text: string, };

/**
 * What came of a run. The report tells more.
 */
export type LabResult = { 
/**
 * Games counted.
 */
games: number, 
/**
 * Games that nobody won.
 */
draws: number, 
/**
 * The turn in which a game ended, on average.
 */
turns: number, 
/**
 * The sides.
 */
sides: { [key in Side]?: LabSide }, 
/**
 * How the pilot did that flew the Allies first, where the pilots changed sides. The other one did the reverse.
 */
first: LabFirst | null, };

/**
 * A run, as `POST /api/lab`, `GET /api/lab/<id>` and `DELETE /api/lab/<id>` answer it.
 */
export type LabRun = { 
/**
 * Its id.
 */
id: string, 
/**
 * The game's id.
 */
game: string, 
/**
 * The scenario's id.
 */
scenario: string, 
/**
 * The scenario's title.
 */
title: string, 
/**
 * Who flies a side; where the pilots change sides, in the first game of a pair.
 */
pilots: { [key in Side]?: string }, 
/**
 * Whether they change sides.
 */
swap: boolean, 
/**
 * The number from which all chance follows.
 */
seed: number, 
/**
 * Games that were ordered.
 */
games: number, 
/**
 * Games played so far.
 */
played: number, 
/**
 * How long it has been played, in milliseconds. Time in which it waited for its turn does not count.
 */
played_ms: number, 
/**
 * How far it is.
 */
state: LabState, 
/**
 * Why it has ended before all games were played, if it has.
 */
ended: LabEnded | null, 
/**
 * What came of it, once it has ended with any games.
 */
result: LabResult | null, };

/**
 * A side in a result.
 */
export type LabSide = { 
/**
 * What it is called in this scenario.
 */
name: string, 
/**
 * Games won.
 */
won: number, 
/**
 * The share of games won, draws as halves, from 0 to 1.
 */
share: number, 
/**
 * The true share is not below this in 95 of 100 cases.
 */
low: number, 
/**
 * Nor above this.
 */
high: number, 
/**
 * Victory points in a game, on average.
 */
points: number, 
/**
 * Aircraft lost in a game, on average.
 */
lost: number, };

/**
 * How far a run is.
 */
export type LabState = "waiting" | "playing" | "done" | "stopped" | "failed";

/**
 * Body of `POST /api/tables/<id>/label`: gives a game a name.
 */
export type Label = { 
/**
 * The name, at most 40 letters. An empty one is none.
 */
label: string, };

/**
 * Answer to `DELETE /api/tables/<id>`.
 */
export type Left = { 
/**
 * Whether the game is deleted: nobody else plays in it. Otherwise it only left this browser.
 */
deleted: boolean, };

/**
 * Asks what a seat may say.
 */
export type Legal = { 
/**
 * The table. A socket belongs to one and need not name it.
 */
table?: string, 
/**
 * The seat from which it is asked: what it may not know is left out. On a socket the one sat in when nothing is said; some methods
 * need none.
 */
seat?: Seat, 
/**
 * A half-built command; the answer holds its next steps.
 */
draft?: unknown, 
/**
 * Whether the draft's plans are wanted: there can be many.
 */
plans?: boolean, };

/**
 * One command.
 */
export type Line = { 
/**
 * Who said it.
 */
side: Side, 
/**
 * What was said.
 */
command: unknown, 
/**
 * The faces used, in order.
 */
dice?: Array<number>, 
/**
 * Hash of the position after it.
 */
state: StateHash, };

/**
 * Secret links as paths.
 */
export type Links = { 
/**
 * For a seat of the Allies, if people fly them.
 */
allies?: string, 
/**
 * For a seat of the Axis, if people fly them.
 */
axis?: string, 
/**
 * For watchers.
 */
watch: string, };

/**
 * Plays a transcript again and opens a table with the position reached.
 */
export type Load = { 
/**
 * The transcript: the object that `transcript` answers, or the text of a `.jsonl` file.
 */
transcript: ObjectOrLines, };

/**
 * New entries of the log.
 */
export type LogChange = { 
/**
 * They replace everything from this number on.
 */
from: number, 
/**
 * The entries.
 */
entries: Partial<LogEntry>[], };

/**
 * A line of the log, as a seat may see it.
 */
export type LogEntry = { 
/**
 * Number in the log, from 0. A seat that may not see an entry sees a gap in the numbers.
 */
seq: number, 
/**
 * Number of the command that caused it, from 1; 0 for set-up.
 */
line: number, 
/**
 * What sort of thing.
 */
kind: EventKind, 
/**
 * The sentence.
 */
text: string, 
/**
 * The rules behind it, the main one first.
 */
rules: string[], 
/**
 * The side that did it, where no aircraft did.
 */
side: Side | null, 
/**
 * The aircraft that did it.
 */
actor: PieceId | null, 
/**
 * The aircraft that suffered it.
 */
target: PieceId | null, 
/**
 * The dice that decided it.
 */
dice: Array<Rolled>, 
/**
 * The way flown.
 */
path: Array<At>, 
/**
 * How its number came about.
 */
calculation: Calculation | null, };

/**
 * What a pilot would call a move. Clients sort moves by it.
 */
export type Manoeuvre = { 
/**
 * The kind: "climbing", "split-S".
 */
kind: string, 
/**
 * The way it goes: "left turn", "straight on".
 */
way: string, 
/**
 * What tells it from others that end in the same place: "speed 5.5, Military".
 */
note: string, };

/**
 * Tells a change of a server's table from every other, whatever its number: 16 hexadecimal digits, drawn at random. What a client has is
 * good only if `seq` and mark agree.
 */
export type Mark = string;

/**
 * Something on the map that is not an aircraft.
 */
export type Marker = { 
/**
 * What it is, which also chooses its picture.
 */
kind: MarkerKind, 
/**
 * Where it is.
 */
at: At, 
/**
 * Whose it is, where it is somebody's.
 */
side: Side | null, 
/**
 * What it is called.
 */
label: string, 
/**
 * The rule that explains it.
 */
rule: string, };

/**
 * Kinds of markers.
 */
export type MarkerKind = "target" | "destroyed-target" | "cloud" | "slot" | "area";

/**
 * What changed in the markers; compared by value, in no order.
 */
export type MarkerPatch = { 
/**
 * No longer there.
 */
gone?: Array<Marker>, 
/**
 * New.
 */
new?: Array<Marker>, };

/**
 * Whether a seat may take its last command back.
 */
export type MayTakeBack = { 
/**
 * Whether it may.
 */
may: TakeBackWord, 
/**
 * Why it may not.
 */
why?: string, };

/**
 * How a draft with a point that will not do, or with places that are still missing, becomes a legal command.
 */
export type Mended<C> = { 
/**
 * The command: every point that will not do is moved to a legal one nearby, and missing aircraft stand beside the first.
 */
command: C, 
/**
 * Where it puts the aircraft.
 */
also: Array<Put>, 
/**
 * Reasons against the points as they were drafted; empty when all of them stay.
 */
barred: Array<Barred>, };

/**
 * The decision asked of a side. `C` is the game's command, or its JSON at the edge.
 */
export type Menu<C> = { 
/**
 * Whose decision it is.
 */
side: Side, 
/**
 * Whether the game waits for this side. Otherwise only what may be said at any time is offered.
 */
owed: boolean, 
/**
 * What is to be decided.
 */
prompt: string, 
/**
 * The rule that asks.
 */
rule: string, 
/**
 * Everything to choose from, barred choices included.
 */
choices: Array<Choice<C>>, 
/**
 * What the draft amounts to so far, if one was given.
 */
draft: Draft<C> | null, 
/**
 * How the choices are laid out while a force is bought.
 */
muster: Muster | null, };

/**
 * The decision asked of a seat.
 */
export type MenuNow = { 
/**
 * Number of changes so far.
 */
seq: number, 
/**
 * Whose decision it is.
 */
side: Side, 
/**
 * Whether the game waits for this side. Otherwise only what may be said at any time is offered.
 */
owed: boolean, 
/**
 * What is to be decided.
 */
prompt: string, 
/**
 * The rule that asks.
 */
rule: string, 
/**
 * Everything to choose from, barred choices included.
 */
choices: Array<Choice<unknown>>, 
/**
 * What the draft amounts to so far, if one was given.
 */
draft: Draft<unknown> | null, 
/**
 * How the choices are laid out while a force is bought.
 */
muster: Muster | null, };

/**
 * A force in the making.
 */
export type Muster = { 
/**
 * What is paid in: "points".
 */
unit: string, 
/**
 * Spent so far.
 */
spent: number, 
/**
 * The most that can be spent.
 */
of: number, 
/**
 * What can be bought.
 */
offers: Array<Ware>, 
/**
 * The groups bought so far.
 */
bands: Array<Band>, 
/**
 * Choices that take a ready-made force instead.
 */
ready: Array<number>, 
/**
 * The choice whose command is the force as it stands, once there is one.
 */
take: number | null, 
/**
 * Reasons against taking a piece where no choice leads.
 */
astray: Array<Barred>, };

/**
 * One die or card that is needed.
 */
export type NeedOne = { 
/**
 * Its faces.
 */
die: number, 
/**
 * What for.
 */
for: string, 
/**
 * The rule that asks.
 */
rule: string, } | { 
/**
 * Cards left of each colour.
 */
card: Pile, 
/**
 * What for.
 */
for: string, 
/**
 * The rule that asks.
 */
rule: string, };

/**
 * Sets up a table. What is said of seats is for a server, which has them to give: body of `POST /api/tables`.
 */
export type New = { 
/**
 * The game's id.
 */
game: string, 
/**
 * A scenario's id, or a whole scenario: exactly what a scenario file holds.
 */
scenario: string | Record<string, unknown>, 
/**
 * Options put over those of the scenario.
 */
options?: Record<string, unknown>, 
/**
 * Where chance comes from; a fresh secret seed when nothing is said.
 */
dice?: TableDice, 
/**
 * Server: who flies each side, `human` or `pilot:<level>`.
 */
seats?: { [key in Side]?: string }, 
/**
 * Server: whether the maker gets every human side.
 */
hot_seat?: boolean, 
/**
 * Server: which side the maker gets, where there is a choice.
 */
mine?: Side, 
/**
 * Server: who may watch; whoever has the link when nothing is said.
 */
watch?: Watch, 
/**
 * Server: the least time between two commands of a computer pilot, in milliseconds.
 */
pace_ms?: number, 
/**
 * Server: whether anybody may take the seat that the maker does not get.
 */
open?: boolean, 
/**
 * Server: how much time players have; all they want when nothing is said.
 */
clock?: ClockOrder, };

/**
 * The next table of the same people.
 */
export type Next = { 
/**
 * Its id.
 */
table: string, 
/**
 * Whether the players have changed sides.
 */
swap: boolean, };

/**
 * How a transcript is given: only its types are used.
 */
export type ObjectOrLines = Transcript | string;

/**
 * The exact odds of an attack.
 */
export type Odds = { 
/**
 * Chance that at least one shot hits, whether it does damage or not.
 */
hit: Chance, 
/**
 * Chance that the target suffers for it: by a point of damage, the loss of an engine, or worse.
 */
harm: Chance, 
/**
 * Chance that the target is out of the game.
 */
kill: Chance, 
/**
 * Expected damage in thousandths of a point.
 */
expected_milli: number, 
/**
 * Chance of each amount of damage, smallest first.
 */
damage: Array<DamageChance>, 
/**
 * Every modifier, line by line, with its rule.
 */
calculations: Array<Calculation>, 
/**
 * What a person would say: "4 dice at 5+".
 */
text: string, };

/**
 * Asks for the exact odds of one aircraft firing at another.
 */
export type OddsOf = { 
/**
 * The table. A socket belongs to one and need not name it.
 */
table?: string, 
/**
 * The seat from which it is asked: what it may not know is left out. On a socket the one sat in when nothing is said; some methods
 * need none.
 */
seat?: Seat, 
/**
 * Who would fire.
 */
shooter: AircraftRef, 
/**
 * At whom.
 */
target: AircraftRef, 
/**
 * Weapons, in the game's own words; what a sensible player would use when nothing is said.
 */
with?: string, };

/**
 * A table that was set up or loaded.
 */
export type Opened = { 
/**
 * The table's id, for all further requests.
 */
table: string, 
/**
 * Who owes the first decision.
 */
pending: Pending, 
/**
 * Seats that the maker's browser holds, at a server.
 */
seats?: Array<Seat>, 
/**
 * Secret links, at a server: shown this once.
 */
links?: Links, };

/**
 * Something the players may choose at set-up.
 */
export type OptionInfo = { 
/**
 * Key in `options`.
 */
id: string, 
/**
 * What it does, in one sentence.
 */
text: string, 
/**
 * Value when nothing is said.
 */
default: unknown, 
/**
 * All values, when they can be listed.
 */
values: unknown[], 
/**
 * The rule behind it.
 */
rule: string, };

/**
 * Something that went out of play.
 */
export type OutOfPlay = Line | Resumed;

/**
 * How a game ended.
 */
export type Outcome = { 
/**
 * Who won; nobody in a draw.
 */
winner: Side | null, 
/**
 * Points of the Allies and of the Axis, where the game has points.
 */
points: [number, number], 
/**
 * How, in one sentence.
 */
text: string, 
/**
 * The rule that decides it.
 */
rule: string, };

/**
 * Sets how fast computer pilots fly that fly both sides.
 */
export type Pace = { 
/**
 * The table. A socket belongs to one and need not name it.
 */
table?: string, 
/**
 * The seat from which it is asked: what it may not know is left out. On a socket the one sat in when nothing is said; some methods
 * need none.
 */
seat?: Seat, 
/**
 * The least time between two commands in milliseconds, 10000 at most.
 */
ms?: number, 
/**
 * Whether the pilots wait.
 */
paused?: boolean, 
/**
 * Lets pilots that wait give one more command.
 */
step?: boolean, };

/**
 * How fast computer pilots fly that fly both sides.
 */
export type PaceNow = { 
/**
 * The least time between two commands, in milliseconds.
 */
pace_ms: number, 
/**
 * Whether they wait.
 */
paused: boolean, };

/**
 * Why a table is shown as it was: the rules have changed since, and make something else of its game. Notification `parted` brings it
 * whenever a side agrees to go on.
 */
export type Parted = { 
/**
 * The first command of which the rules now make something else, from 1: up to the one before, both agree. Nothing if these rules cannot
 * set the game up at all.
 */
line: number | null, 
/**
 * What is different, in words.
 */
why: string, 
/**
 * Commands so far.
 */
lines: number, 
/**
 * Whether play can go on from before that command, with new dice.
 */
may_resume: boolean, 
/**
 * Sides that agree to that.
 */
agreed: Array<Side>, 
/**
 * Sides whose players have still to agree.
 */
missing: Array<Side>, };

/**
 * Answer to `GET /api/tables/<id>/position/<line>`: a position of a game as a scenario, to be changed or played from there.
 */
export type PastPosition = { 
/**
 * The game's id.
 */
game: string, 
/**
 * The position, as far as this browser may know it; nothing if the game was over.
 */
position: Record<string, unknown> | null, };

/**
 * Why a computer pilot gave a command. It has thought once more about what it knew then.
 */
export type PastWhy = { 
/**
 * Number of the command, from 1.
 */
line: number, 
/**
 * Who gave it.
 */
side: Side, 
/**
 * What the pilot is called.
 */
pilot: string, 
/**
 * How it flies, in one sentence.
 */
flies: string, 
/**
 * Which of the candidates it gave; nothing where none are told of.
 */
given: number | null, 
/**
 * The reason, and what it weighed.
 */
why: Why, };

/**
 * What turns a view into the next. A field that is missing did not change.
 */
export type Patch = { 
/**
 * New title.
 */
title?: string, 
/**
 * New map.
 */
board?: Board, 
/**
 * What changed in the phase.
 */
phase?: PhasePatch, 
/**
 * Aircraft that changed or are new.
 */
aircraft?: Array<AircraftPatch>, 
/**
 * Aircraft no longer known.
 */
gone?: Array<PieceId>, 
/**
 * Markers that came and went.
 */
markers?: MarkerPatch, 
/**
 * Who owes a decision now.
 */
to_act?: Array<Side>, 
/**
 * New standings, all of them.
 */
score?: Array<Score>, 
/**
 * New outcome; null after an undo.
 */
outcome?: Outcome | null, };

/**
 * Who owes a decision, or how it ended.
 */
export type Pending = { 
/**
 * Sides that owe a decision; empty exactly when the game is over.
 */
to_act: Array<Side>, 
/**
 * How it ended, if it has.
 */
outcome: Outcome | null, 
/**
 * Number of commands so far.
 */
line: number, 
/**
 * Number of changes so far: commands, commands taken back, and commands that stand and wait for their dice.
 */
seq: number, 
/**
 * The last of them, at a server's table.
 */
mark?: Mark, };

/**
 * Asks who owes a decision.
 */
export type PendingOf = { 
/**
 * The table. A socket belongs to one and need not name it.
 */
table?: string, 
/**
 * The seat from which it is asked: what it may not know is left out. On a socket the one sat in when nothing is said; some methods
 * need none.
 */
seat?: Seat, };

/**
 * What everybody may know of the people at a table. Notification `people` brings it whenever it changes.
 */
export type People = { 
/**
 * What the players of each side call themselves.
 */
names: { [key in Side]?: string }, 
/**
 * Sides of which anybody may take the seat.
 */
open: Array<Side>, 
/**
 * Sides at which people have sat down.
 */
came: Array<Side>, 
/**
 * What the players call this game.
 */
label: string | null, 
/**
 * Who offers one more game.
 */
again: Again | null, 
/**
 * The table at which the same people play once more.
 */
next: Next | null, 
/**
 * Whose time ran out.
 */
late: Side | null, };

/**
 * Where in the sequence of play the game is.
 */
export type Phase = { 
/**
 * Game turn, from 1.
 */
turn: number, 
/**
 * Last turn, if the scenario has one.
 */
turns: number | null, 
/**
 * Which of `steps` is on; the number of steps once the game is over.
 */
step: number, 
/**
 * The steps of a turn, in order.
 */
steps: Array<PhaseStep>, };

/**
 * What changed in the phase.
 */
export type PhasePatch = { 
/**
 * Game turn.
 */
turn?: number, 
/**
 * Last turn.
 */
turns?: number | null, 
/**
 * Which step is on.
 */
step?: number, 
/**
 * The steps of a turn.
 */
steps?: Array<PhaseStep>, };

/**
 * One step of the sequence of play.
 */
export type PhaseStep = { 
/**
 * Its name.
 */
name: string, 
/**
 * Whose it is, if it is one side's.
 */
side: Side | null, 
/**
 * The rule behind it.
 */
rule: string, };

/**
 * A position as a picture.
 */
export type Picture = { 
/**
 * The SVG document.
 */
svg: string, };

/**
 * An aircraft's number in set-up order, from 1.
 */
export type PieceId = number;

/**
 * The cards left in a pile.
 */
export type Pile = { 
/**
 * Red ones.
 */
red: number, 
/**
 * Black ones.
 */
black: number, };

/**
 * Asks a computer pilot.
 */
export type PilotCall = { 
/**
 * The table. A socket belongs to one and need not name it.
 */
table?: string, 
/**
 * The seat from which it is asked: what it may not know is left out. On a socket the one sat in when nothing is said; some methods
 * need none.
 */
seat?: Seat, 
/**
 * Which pilot, one of `pilots` in the answer to `games`; `simple` when nothing is said.
 */
level?: string, 
/**
 * How long it may think, in milliseconds.
 */
budget_ms?: number, 
/**
 * Whether its command is to be given at once.
 */
play?: boolean, 
/**
 * Faces thrown by a person, where the table asks for them.
 */
dice?: Array<Face>, };

/**
 * A computer pilot.
 */
export type PilotInfo = { 
/**
 * Its level; at a server what follows `pilot:` when a table is made.
 */
id: string, 
/**
 * What it is called.
 */
title: string, 
/**
 * How it plays, in one sentence.
 */
text: string, };

/**
 * What a computer pilot would say.
 */
export type PilotReply = { 
/**
 * The command.
 */
command: unknown, 
/**
 * What it caused, if it was to be played.
 */
acted?: Acted, };

/**
 * Asks whether anybody is there.
 */
export type Ping = Record<symbol, never>;

/**
 * A name on the map.
 */
export type PlaceName = { 
/**
 * The name.
 */
name: string, 
/**
 * Where it stands.
 */
at: [number, number], };

/**
 * An aircraft on the map.
 */
export type Placed = { 
/**
 * Which of the forces it belongs to.
 */
force: number, 
/**
 * Where it is and how it points.
 */
pose: Pose, };

/**
 * A complete move that an aircraft could make, for 'click where you want to go' and for search.
 */
export type Plan<C> = { 
/**
 * The command that flies it.
 */
command: C, 
/**
 * Where it ends; nothing if it leaves the map.
 */
pose: Pose | null, 
/**
 * The way, start first. Plans that fly the same way share it.
 */
path: Array<At>, 
/**
 * What a pilot would call it, in games whose moves have names.
 */
manoeuvre: Manoeuvre | null, };

/**
 * All distinct complete moves of an aircraft.
 */
export type PlanList = { 
/**
 * The moves.
 */
plans: Array<Plan<unknown>>, 
/**
 * Why some are left out; nothing when these are all.
 */
cut: Cut | null, 
/**
 * Number of changes so far.
 */
seq: number, };

/**
 * Asks for all distinct complete moves of an aircraft.
 */
export type Plans = { 
/**
 * The table. A socket belongs to one and need not name it.
 */
table?: string, 
/**
 * The seat from which it is asked: what it may not know is left out. On a socket the one sat in when nothing is said; some methods
 * need none.
 */
seat?: Seat, 
/**
 * The aircraft.
 */
aircraft: AircraftRef, 
/**
 * How many are wanted, 1 to 10000, where the game would give a short list: the long one up to there.
 */
most?: number, };

/**
 * Somebody is there.
 */
export type Pong = Record<symbol, never>;

/**
 * Where an aircraft is and how it points.
 */
export type Pose = { 
/**
 * The place.
 */
at: At, 
/**
 * Compass heading in whole degrees, 0 = north, clockwise.
 */
heading: number, 
/**
 * Altitude level, in games that have it.
 */
altitude?: number | null, 
/**
 * How it banks and pitches, in games that have it.
 */
attitude?: Attitude | null, };

/**
 * A position that can be entered again.
 */
export type PositionNow = { 
/**
 * The position as a scenario, as far as the seat knows it: what `new` takes. Nothing once the game is over.
 */
position: Record<string, unknown> | null, 
/**
 * Number of changes so far.
 */
seq: number, };

/**
 * Asks for the position as a scenario.
 */
export type PositionOf = { 
/**
 * The table. A socket belongs to one and need not name it.
 */
table?: string, 
/**
 * The seat from which it is asked: what it may not know is left out. On a socket the one sat in when nothing is said; some methods
 * need none.
 */
seat?: Seat, };

/**
 * Notification `presence`: sockets per seat, and who watches.
 */
export type Presence = { 
/**
 * With a seat of the Allies.
 */
allies: number, 
/**
 * With a seat of the Axis.
 */
axis: number, 
/**
 * With neither.
 */
observer: number, 
/**
 * What those with neither call themselves, as far as they have told a name; the first twenty.
 */
watchers: Array<string>, };

/**
 * An aircraft that a draft puts somewhere.
 */
export type Put = { 
/**
 * The aircraft.
 */
aircraft: PieceId, 
/**
 * Where it puts it.
 */
pose: Pose, };

/**
 * How a choice ends the game before its time, or leads to that.
 */
export type Quit = "give-up" | "offer" | "answer";

/**
 * A number to be chosen.
 */
export type Range = { 
/**
 * JSON pointer of the number in the command.
 */
field: string, 
/**
 * Smallest.
 */
min: number, 
/**
 * Largest.
 */
max: number, 
/**
 * What it counts: "degrees".
 */
unit: string, 
/**
 * How the number turns an aircraft, where it does: it can then be set on the board.
 */
dial: Dial | null, };

/**
 * A computer pilot that flies for a person.
 */
export type Relief = { 
/**
 * Which pilot.
 */
level: string, 
/**
 * The only turn in which it flies; nothing when it flies until the seat is taken back.
 */
turn: number | null, 
/**
 * The only aircraft that it flies; empty when it flies all.
 */
aircraft: Array<PieceId>, 
/**
 * The change after which it leaves the decision to the person, because it has nothing to say for its aircraft there.
 */
waits: number | null, };

/**
 * Has a computer pilot fly for a seat, or takes the seat back.
 */
export type Relieve = { 
/**
 * The table. A socket belongs to one and need not name it.
 */
table?: string, 
/**
 * The seat from which it is asked: what it may not know is left out. On a socket the one sat in when nothing is said; some methods
 * need none.
 */
seat?: Seat, 
/**
 * How long it flies; nothing takes the seat back.
 */
until?: Until, 
/**
 * Which pilot, one of `pilots` in the answer to `games`; a wing commander when nothing is said.
 */
level?: string, 
/**
 * The only aircraft that it flies, for the person flies the others; all when nothing is said.
 */
aircraft?: Array<PieceId>, };

/**
 * Who flies for a side whose seat a person holds.
 */
export type Relieved = { 
/**
 * The side.
 */
side: Side, 
/**
 * Its computer pilot; nothing when the person flies.
 */
relief: Relief | null, };

/**
 * Asks for a picture of the position.
 */
export type Render = { 
/**
 * The table. A socket belongs to one and need not name it.
 */
table?: string, 
/**
 * The seat from which it is asked: what it may not know is left out. On a socket the one sat in when nothing is said; some methods
 * need none.
 */
seat?: Seat, };

/**
 * Answer to `GET /api/tables/<id>/replay`.
 */
export type Replay = { 
/**
 * The table.
 */
table: TableInfo, 
/**
 * From where it is seen.
 */
seat: Seat, 
/**
 * The scenario's card.
 */
briefing: Briefing, 
/**
 * The position after set-up.
 */
view: View, 
/**
 * Cards of the aircraft in it, and all that come with the scenario.
 */
cards: Array<Card>, 
/**
 * The log of set-up.
 */
log: Partial<LogEntry>[], 
/**
 * Every command.
 */
steps: Array<ReplayStep>, };

/**
 * One command of a replay.
 */
export type ReplayStep = { 
/**
 * Its number, from 1.
 */
line: number, 
/**
 * Who said it.
 */
side: Side, 
/**
 * What was said, where this browser may know.
 */
command?: unknown, 
/**
 * Who owed a decision after it.
 */
to_act: Array<Side>, 
/**
 * What it changed.
 */
patch: Patch, 
/**
 * What it caused.
 */
log: Partial<LogEntry>[], };

/**
 * A request; without an id it is a notification, which gets no answer.
 */
export type Request = { 
/**
 * `"2.0"`.
 */
jsonrpc: Version, 
/**
 * Given back in the answer.
 */
id?: Id, 
/**
 * Which one.
 */
method: string, 
/**
 * Its parameters.
 */
params?: unknown, };

/**
 * A line of a transcript: the game went on by other rules from here.
 */
export type Resume = { 
/**
 * The first command that went out of play, from 1: the next one has this number again.
 */
resume: number, 
/**
 * Revision of the rules from here on.
 */
revision: number, 
/**
 * Digest of those rules and all their data.
 */
rules: string, 
/**
 * SHA-256 of a new seed, where there is one: what the old one would have thrown has been seen.
 */
commitment?: string | null, };

/**
 * A resumption with what went out of play by it.
 */
export type Resumed = { 
/**
 * Where, and by which rules.
 */
mark: Resume, 
/**
 * What went out of play, in order.
 */
out?: Array<OutOfPlay>, };

/**
 * A face that was used, as the log and the client show it.
 */
export type Rolled = { 
/**
 * Faces of the die; 0 for a card.
 */
die: number, 
/**
 * The face that came up; for a card 1 is red, 2 is black.
 */
face: number, 
/**
 * What for.
 */
for: string, };

/**
 * Why a request failed. Nothing has changed, unless the code says that nobody knows.
 */
export type RpcError = { 
/**
 * Which sort.
 */
code: number, 
/**
 * The sentence for people.
 */
message: string, 
/**
 * The details for programs.
 */
data?: ErrorData, };

/**
 * One rule of a digest.
 */
export type Rule = { 
/**
 * Its id.
 */
id: string, 
/**
 * What a player calls it; without words for players the digest's heading, or the first words of its paragraph.
 */
title: string, 
/**
 * What it means for a player, in Markdown; empty without words for players.
 */
plain: string, 
/**
 * The chapter in which players find it; empty without words for players.
 */
chapter: string, 
/**
 * The digest's text in Markdown: the details.
 */
text: string, 
/**
 * Line in the digest, from 1.
 */
line: number, };

/**
 * What a game's rules are called.
 */
export type RuleTitles = { 
/**
 * Titles by rule id.
 */
titles: { [key in string]: string }, };

/**
 * Asks for the rules of a game.
 */
export type Rules = { 
/**
 * The game's id.
 */
game: string, 
/**
 * One rule's id; all rules when nothing is said.
 */
id?: string, };

/**
 * Something that was said: the answer to `talk`, and notification `said` to whoever hears it.
 */
export type Said = { 
/**
 * Its number at the table. Numbers that are missing were not for these ears.
 */
n: number, 
/**
 * When, in milliseconds since 1970.
 */
at_ms: number, 
/**
 * By whom.
 */
from: Speaker, 
/**
 * To whom.
 */
to: TalkTo, 
/**
 * What the speaker called themselves; nothing for whoever has told no name.
 */
name: string | null, 
/**
 * The text, without markup.
 */
text: string, };

/**
 * What choosing amounts to.
 */
export type Say<C> = { "command": C } | { "draft": C } | { "range": [C, Range] };

/**
 * A ready-made scenario.
 */
export type ScenarioInfo = { 
/**
 * Id.
 */
id: string, 
/**
 * Title.
 */
title: string, 
/**
 * What it is about.
 */
text: string, 
/**
 * What each side is called here.
 */
sides: { [key in Side]?: string }, 
/**
 * Number of aircraft.
 */
aircraft: number, 
/**
 * Playing time, in minutes, if known.
 */
minutes: number | null, };

/**
 * What the map looks like under its grid. Places are in thousandths of the map from its north-west corner: `[east, south]`.
 */
export type Scenery = { 
/**
 * What most of the map is.
 */
ground: Ground, 
/**
 * Outlines of land in the sea, or of water on land, by their corners; they are drawn round.
 */
shores: Array<Array<[number, number]>>, 
/**
 * Rivers, by points along them.
 */
rivers: Array<Array<[number, number]>>, 
/**
 * Names on the map.
 */
places: Array<PlaceName>, };

/**
 * A standing: points of a side.
 */
export type Score = { 
/**
 * Whose.
 */
side: Side, 
/**
 * What is counted.
 */
label: string, 
/**
 * How many.
 */
value: number, 
/**
 * Whether dice that are still to be thrown can change it: then they count as what they bring on average.
 */
about?: boolean, };

/**
 * From where a game is seen: a side sees what it may know, an observer what both may know, a referee everything.
 */
export type Seat = "allies" | "axis" | "observer" | "referee";

/**
 * A seed as people write it.
 */
export type SeedText = number | string;

/**
 * What a seat sees: the position, the cards of the aircraft in it, the decision asked of it, and the log.
 */
export type Seen = { 
/**
 * Cards of the aircraft in the position, and all that come with the scenario.
 */
cards: Array<Card>, 
/**
 * The decision asked of this seat; nothing for an observer or a referee.
 */
decision: Menu<unknown> | null, 
/**
 * The position as a scenario, as far as this seat knows it: what `new` takes. Nothing once the game is over, and where it is not wanted.
 */
position: Record<string, unknown> | null, 
/**
 * The log, from the entry asked for.
 */
log: Array<LogEntry>, 
/**
 * What to send as `since` next time.
 */
next_seq: number, 
/**
 * Number of commands so far.
 */
line: number, 
/**
 * Number of changes so far.
 */
seq: number, 
/**
 * The last of them, at a server's table.
 */
mark?: Mark, 
/**
 * Whether this seat may take its last command back; nothing for a seat that plays no side.
 */
take_back: MayTakeBack | null, 
/**
 * Who asks the other side to let them take something back.
 */
asked: Side | null, 
/**
 * The game's id.
 */
game: string, 
/**
 * The scenario's title.
 */
title: string, 
/**
 * Who sees it.
 */
seat: Seat, 
/**
 * The map.
 */
board: Board, 
/**
 * Where in the sequence of play the game is.
 */
phase: Phase, 
/**
 * Every aircraft that this seat knows of, lost ones included.
 */
aircraft: Array<Aircraft>, 
/**
 * Things on the map that are not aircraft.
 */
markers: Array<Marker>, 
/**
 * Which sides owe a decision.
 */
to_act: Array<Side>, 
/**
 * Points and other standings.
 */
score: Array<Score>, 
/**
 * How it ended, if it has.
 */
outcome: Outcome | null, 
/**
 * Feet that a level of altitude stands for, where the game says so.
 */
level_feet: number | null, 
/**
 * Whether aircraft fly at altitudes, also those that are not placed yet.
 */
altitudes: boolean, 
/**
 * What the map looks like, where the scenario says so.
 */
scenery: Scenery | null, };

/**
 * What a silhouette is drawn from; historical, no rule depends on it.
 */
export type Shape = { 
/**
 * Wing span in decimetres.
 */
span_dm: number, 
/**
 * Length in decimetres.
 */
length_dm: number, 
/**
 * Engines.
 */
engines: number, 
/**
 * Where they sit.
 */
engine_at: EngineAt, 
/**
 * Wing plan.
 */
wing: Wing, 
/**
 * Tail plan.
 */
tail: Tail, };

/**
 * One of the two sides. Several people may share one; the rules know only the side.
 */
export type Side = "allies" | "axis";

/**
 * What was luck and what was skill on one side. All in thousandths of a victory point.
 */
export type SideDebrief = { 
/**
 * What its fire brought beyond what it brings on average.
 */
luck_milli: number, 
/**
 * Decisions that were thought through: those that looked dearest.
 */
weighed: number, 
/**
 * What those cost together.
 */
cost_milli: number, 
/**
 * Those that cost most, dearest first, at most three.
 */
dearest: Array<Costly>, };

/**
 * A side of a table.
 */
export type SideInfo = { 
/**
 * What it is called in this scenario.
 */
name: string, 
/**
 * The computer pilot that flies it, if people do not.
 */
pilot: string | null, 
/**
 * The computer pilot that flies for the person who holds its seat, if they have asked for one.
 */
relief: Relief | null, };

/**
 * Who has said something.
 */
export type Speaker = "allies" | "axis" | "watcher";

/**
 * A map, and what stands on it at the start.
 */
export type StartMap = { 
/**
 * The map.
 */
board: Board, 
/**
 * What it looks like, where the scenario says so.
 */
scenery: Scenery | null, 
/**
 * Things on it that are not aircraft.
 */
markers: Array<Marker>, 
/**
 * The aircraft on it.
 */
aircraft: Array<Placed>, };

/**
 * A short hash of a position: the first 8 bytes of the SHA-256 of its JSON, the same on every machine and in every build. Written as 16
 * hexadecimal digits.
 */
export type StateHash = string;

/**
 * How the players of a table want their dice.
 */
export type TableDice = "seed" | DiceChoice;

/**
 * What lists and pages show of a table.
 */
export type TableInfo = { 
/**
 * Its id.
 */
id: string, 
/**
 * The game's id.
 */
game: string, 
/**
 * The scenario's title.
 */
title: string, 
/**
 * When it was made, in milliseconds since 1970.
 */
created_ms: number, 
/**
 * The sides.
 */
sides: { [key in Side]?: SideInfo }, 
/**
 * The people.
 */
people: People, 
/**
 * How much time players have; nothing if they have all the time in the world.
 */
clock: ClockOrder | null, 
/**
 * Seats that this browser holds.
 */
held: Array<Seat>, 
/**
 * Whether one browser was given both sides.
 */
hot_seat: boolean, 
/**
 * Where its dice come from.
 */
dice: DiceKind, 
/**
 * SHA-256 of its seed, where there is one.
 */
commitment: string | null, 
/**
 * What fixes its scenario, options and dice together, where there is a seed: `tallyho verify` prints the same for the finished game.
 */
seal: string | null, 
/**
 * Who may watch.
 */
watch: Watch, 
/**
 * The least time between two commands of a computer pilot, in milliseconds.
 */
pace_ms: number, 
/**
 * Whether the computer pilots wait.
 */
paused: boolean, 
/**
 * Changes so far.
 */
seq: number, 
/**
 * Sides that owe a decision.
 */
to_act: Array<Side>, 
/**
 * Game turn.
 */
turn: number, 
/**
 * Last turn, if there is one.
 */
turns: number | null, 
/**
 * How it ended, if it has.
 */
outcome: Outcome | null, 
/**
 * Workbooks of its log sheets; 0 in a game that has none.
 */
log_sheets: number, 
/**
 * Why the table is shown as it was, if it is.
 */
parted?: Parted, };

/**
 * Answer to `GET /api/tables`.
 */
export type Tables = { 
/**
 * Tables of which this browser holds a seat, newest first.
 */
mine: Array<TableInfo>, 
/**
 * Tables that anybody may watch, newest first.
 */
open: Array<TableInfo>, 
/**
 * Tables at which anybody may take a seat, newest first.
 */
seats: Array<TableInfo>, };

/**
 * A short mark on an aircraft.
 */
export type Tag = { 
/**
 * One or two words.
 */
text: string, 
/**
 * The rule that explains it.
 */
rule: string, };

/**
 * Plan of the tail.
 */
export type Tail = "single" | "twin" | "twin-boom" | "none";

/**
 * Body of `POST /api/tables/<id>/take`: takes an open seat.
 */
export type Take = { 
/**
 * Of which side.
 */
side: Side, };

/**
 * Whether something may be taken back.
 */
export type TakeBackWord = "now" | "ask" | "no";

/**
 * Answer to `take` and `follow`: a seat that came with a cookie.
 */
export type Taken = { 
/**
 * At which table.
 */
table: string, };

/**
 * Says something to the people at a table.
 */
export type Talk = { 
/**
 * The table. A socket belongs to one and need not name it.
 */
table?: string, 
/**
 * The seat from which it is asked: what it may not know is left out. On a socket the one sat in when nothing is said; some methods
 * need none.
 */
seat?: Seat, 
/**
 * To whom.
 */
to: TalkTo, 
/**
 * What: at most 300 letters.
 */
text: string, };

/**
 * Who hears what is said.
 */
export type TalkTo = "side" | "all" | "watchers";

/**
 * How a player is told of their turn.
 */
export type TellBy = "mail" | "webhook";

/**
 * Body of `POST /api/tables/<id>/tell`: where the player of a side wants to be told of their turn.
 */
export type TellMe = { 
/**
 * Whose turn.
 */
side: Side, 
/**
 * A mail address, or the `https` address of a webhook. Nothing: not any more.
 */
to: string | null, };

/**
 * Answer to `GET` and `POST /api/tables/<id>/tell`. Addresses are never shown again.
 */
export type Telling = { 
/**
 * Whether the server sends mail.
 */
mail: boolean, 
/**
 * Whether the server calls webhooks.
 */
webhook: boolean, 
/**
 * How players of the sides that this browser holds are told.
 */
by: { [key in Side]?: TellBy }, 
/**
 * Those of them whose mail address was given, and is still to be confirmed by the link in a letter.
 */
asked: Array<Side>, };

/**
 * One line of a calculation.
 */
export type Term = { 
/**
 * Where it comes from.
 */
from: string, 
/**
 * How much.
 */
value: number, 
/**
 * The rule behind it.
 */
rule: string, };

/**
 * Notification `thinking`: a computer pilot is at work.
 */
export type Thinking = { 
/**
 * For which side.
 */
side: Side, 
/**
 * Whether it has begun or ended.
 */
on: boolean, };

/**
 * A whole game.
 */
export type Transcript = { 
/**
 * What was set up.
 */
header: Header, 
/**
 * What was said and thrown, as far as it is in play.
 */
lines: Array<Line>, 
/**
 * Where the game went on by other rules, in the order of the commands.
 */
resumed?: Array<Resumed>, 
/**
 * How it ended, if it has.
 */
end?: End | null, };

/**
 * Asks for the whole game.
 */
export type TranscriptOf = { 
/**
 * The table. A socket belongs to one and need not name it.
 */
table?: string, 
/**
 * The seat from which it is asked: what it may not know is left out. On a socket the one sat in when nothing is said; some methods
 * need none.
 */
seat?: Seat, };

/**
 * Takes a seat's last command back.
 */
export type Undo = { 
/**
 * The table. A socket belongs to one and need not name it.
 */
table?: string, 
/**
 * The seat from which it is asked: what it may not know is left out. On a socket the one sat in when nothing is said; some methods
 * need none.
 */
seat?: Seat, };

/**
 * After taking a command back.
 */
export type Undone = { 
/**
 * Who owes a decision now.
 */
pending: Pending, 
/**
 * Log entries from this number on no longer exist.
 */
next_seq: number, 
/**
 * Whether the other side has to agree first: nothing has changed yet.
 */
asked?: boolean, };

/**
 * How long a computer pilot flies for a person.
 */
export type Until = "turn" | "recalled";

/**
 * The version of JSON-RPC, `"2.0"`.
 */
export type Version = "2.0";

/**
 * What a seat sees of the position.
 */
export type View = { 
/**
 * The game's id.
 */
game: string, 
/**
 * The scenario's title.
 */
title: string, 
/**
 * Who sees it.
 */
seat: Seat, 
/**
 * The map.
 */
board: Board, 
/**
 * Where in the sequence of play the game is.
 */
phase: Phase, 
/**
 * Every aircraft that this seat knows of, lost ones included.
 */
aircraft: Array<Aircraft>, 
/**
 * Things on the map that are not aircraft.
 */
markers: Array<Marker>, 
/**
 * Which sides owe a decision.
 */
to_act: Array<Side>, 
/**
 * Points and other standings.
 */
score: Array<Score>, 
/**
 * How it ended, if it has.
 */
outcome: Outcome | null, 
/**
 * Feet that a level of altitude stands for, where the game says so.
 */
level_feet: number | null, 
/**
 * Whether aircraft fly at altitudes, also those that are not placed yet.
 */
altitudes: boolean, 
/**
 * What the map looks like, where the scenario says so.
 */
scenery: Scenery | null, };

/**
 * Asks what a seat sees, or takes it: from then on changes are told as this seat may see them. On standard input, where nobody is told of any,
 * both are the same.
 */
export type ViewOf = { 
/**
 * The table. A socket belongs to one and need not name it.
 */
table?: string, 
/**
 * The seat from which it is asked: what it may not know is left out. On a socket the one sat in when nothing is said; some methods
 * need none.
 */
seat?: Seat, 
/**
 * First log entry wanted; 0 for all of the log.
 */
since?: number, 
/**
 * Whether the position as a scenario is wanted.
 */
position?: boolean, 
/**
 * For `sit`: whether changes are to bring the menu of the decision that this seat owes.
 */
menus?: boolean, };

/**
 * Something that can be bought.
 */
export type Ware = { 
/**
 * Key into the cards.
 */
card: string, 
/**
 * What one costs.
 */
cost: number, 
/**
 * What one is worth knowing by, in one line.
 */
text: string, 
/**
 * The choice that buys one.
 */
choice: number, };

/**
 * Who may watch a table.
 */
export type Watch = "link" | "anyone";

/**
 * Why a computer pilot finds a command best, or gave it.
 */
export type Why = { 
/**
 * The reason, in a sentence.
 */
text: string, 
/**
 * The commands that it weighed, best first; only the best are told of.
 */
candidates: Array<Candidate>, };

/**
 * Asks why a computer pilot gave a command.
 */
export type WhyOf = { 
/**
 * The table. A socket belongs to one and need not name it.
 */
table?: string, 
/**
 * The seat from which it is asked: what it may not know is left out. On a socket the one sat in when nothing is said; some methods
 * need none.
 */
seat?: Seat, 
/**
 * The number of the command, from 1.
 */
line: number, 
/**
 * On standard input, where nobody notes who flew: which pilot is asked, one of `pilots` in the answer to `games`; a wing commander when nothing
 * is said.
 */
level?: string, };

/**
 * Plan of the wing.
 */
export type Wing = "elliptical" | "tapered" | "square" | "swept" | "gull" | "biplane";

/** Every method: what it takes and what it gives. */
export interface Methods {
  /** Every game: options, scenarios, aircraft, pilots. */
  "games": { params: Games; result: GameList };
  /** Sets up a table. */
  "new": { params: New; result: Opened };
  /** Who owes a decision, or the outcome. */
  "pending": { params: PendingOf; result: Pending };
  /** What a seat may see. */
  "view": { params: ViewOf; result: Seen };
  /** Takes a seat, and answers what it may see. */
  "sit": { params: ViewOf; result: Seen };
  /** The position as a scenario that `new` takes. */
  "position": { params: PositionOf; result: PositionNow };
  /** The scenario's card: story, tasks, how it is won, forces and map at the start. */
  "briefing": { params: BriefingOf; result: Briefing };
  /** What a seat may say; with a draft, its next steps. */
  "legal": { params: Legal; result: MenuNow };
  /** Gives a command. */
  "act": { params: Act; result: Acted };
  /** Takes the seat's last command back, if nothing was shown since. */
  "undo": { params: Undo; result: Undone };
  /** Lets the other side take something back that one has seen, or not. */
  "consent": { params: Consent; result: Undone };
  /** Agrees to go on by rules that have changed, at a server's table. */
  "agree": { params: Agree; result: Parted };
  /** The exact odds of a shot, with every modifier and its rule. */
  "odds": { params: OddsOf; result: Odds };
  /** All distinct complete moves of an aircraft. */
  "plans": { params: Plans; result: PlanList };
  /** What a computer pilot would say; with `play` it is said. */
  "pilot": { params: PilotCall; result: PilotReply };
  /** What a computer pilot finds best here, and why. */
  "hint": { params: HintCall; result: HintReply };
  /** Why a computer pilot gave a command, once it may be told. */
  "why": { params: WhyOf; result: PastWhy };
  /** How fast computer pilots fly that fly both sides; has them wait, and take single steps. */
  "pace": { params: Pace; result: PaceNow };
  /** Has a computer pilot fly for a seat for this turn or for good, or takes the seat back. */
  "relieve": { params: Relieve; result: Relieved };
  /** What whoever asks is called at a server's table. */
  "call-me": { params: CallMe; result: Called };
  /** Says something to the people at a server's table. */
  "talk": { params: Talk; result: Said };
  /** Offers one more game at a server's table, or accepts it. */
  "again": { params: AskAgain; result: People };
  /** The whole game: set-up, every command, every die. */
  "transcript": { params: TranscriptOf; result: Transcript };
  /** Plays a transcript again and opens its table. */
  "load": { params: Load; result: Opened };
  /** The position as SVG. */
  "render": { params: Render; result: Picture };
  /** Our digest of the rules. */
  "rules": { params: Rules; result: Digest };
  /** All aircraft cards of a game. */
  "cards": { params: Cards; result: CardList };
  /** What a scenario of a game may hold, as JSON Schema. */
  "format": { params: FormatOf; result: Format };
  /** What is wrong with a scenario, and how it is drawn. */
  "check": { params: Check; result: Checked };
  /** Closes a table. */
  "close": { params: Close; result: Closed };
  /** Nothing, to see whether anybody is there. */
  "ping": { params: Ping; result: Pong };
}

/** The answer to method `M`. */
export type Response<M extends keyof Methods> =
  { jsonrpc: Version; id: Id } & ({ result: Methods[M]["result"] } | { error: RpcError });
