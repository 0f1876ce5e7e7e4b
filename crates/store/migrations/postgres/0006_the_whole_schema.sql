-- What SQLite's steps 1 to 6 come to, as PostgreSQL likes it.

CREATE TABLE game_table (
    key         BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, -- small number, used by the move log
    id          TEXT   NOT NULL UNIQUE,      -- what a link shows
    game        TEXT   NOT NULL,
    title       TEXT   NOT NULL,
    created_ms  BIGINT NOT NULL,
    header      TEXT   NOT NULL,             -- first line of the transcript
    setup       TEXT   NOT NULL,             -- what the server wants to know of the table again
    listed      BIGINT NOT NULL,             -- 1: anybody may watch
    seat_open   BIGINT NOT NULL,             -- 1: a seat may be taken by anybody from the list
    beside      BIGINT NOT NULL DEFAULT 0,   -- how often something beside the log has changed: seats, talk, clock
    finished_ms BIGINT,                      -- written with the last entry
    -- A cache of the move log, written behind it: good only if `seq` is the number of the table's last entry.
    seq         BIGINT NOT NULL DEFAULT 0,
    summary     TEXT                         -- what lists show
) WITH (fillfactor = 80);

CREATE INDEX game_table_listed ON game_table (listed, created_ms);
CREATE INDEX game_table_seat_open ON game_table (seat_open, created_ms);

-- Kept apart so that no list of tables can carry a seed by accident. Secret until the game is over.
CREATE TABLE seed (
    table_key BIGINT NOT NULL PRIMARY KEY REFERENCES game_table (key),
    seed      TEXT   NOT NULL
);

-- A seat's token is never kept, only its SHA-256.
CREATE TABLE seat (
    token_hash TEXT   NOT NULL PRIMARY KEY,
    table_key  BIGINT NOT NULL REFERENCES game_table (key),
    seat       TEXT   NOT NULL
);
CREATE INDEX seat_table ON seat (table_key);

-- Every command of every table. An entry is kept only if the entry before it is the one that its writer knew, by number and mark; so that
-- the first one has a predecessor too, entry 0, without a body, comes with the table. No foreign key: it would lock the table's row at
-- each move.
CREATE TABLE move (
    table_key BIGINT NOT NULL,
    seq       BIGINT NOT NULL,               -- number in the table's own log
    mark      BIGINT NOT NULL,               -- 64 random bits, drawn by whoever writes the entry
    at_ms     BIGINT NOT NULL,
    body      TEXT   NOT NULL,
    PRIMARY KEY (table_key, seq)
);

CREATE TABLE meta (
    name  TEXT   NOT NULL PRIMARY KEY,
    value BIGINT NOT NULL
);

-- What people say at a table. `room` is who hears it; the oldest lines of a room make place for new ones.
CREATE TABLE talk (
    table_key BIGINT NOT NULL REFERENCES game_table (key),
    n         BIGINT NOT NULL,               -- number among the table's lines, from 1
    room      TEXT   NOT NULL,
    at_ms     BIGINT NOT NULL,
    body      TEXT   NOT NULL,
    PRIMARY KEY (table_key, n)
);

-- Clocks of games that go on, as they stood when they were last noted.
CREATE TABLE clock (
    table_key BIGINT NOT NULL PRIMARY KEY REFERENCES game_table (key),
    body      TEXT   NOT NULL
);

-- Where players want to be told that it is their turn. Addresses are secrets of theirs: no list and no view reads this.
CREATE TABLE tell (
    table_key BIGINT NOT NULL REFERENCES game_table (key),
    side      TEXT   NOT NULL,
    address   TEXT   NOT NULL,
    stop      TEXT   NOT NULL,               -- the secret in the link by which whoever is told ends it
    told      BIGINT NOT NULL,               -- 1: told of the turn that is owed now
    PRIMARY KEY (table_key, side)
);

-- What can be lost without harm: after a crash of the database it is empty, and full again within two beats.

-- Processes that serve tables, and when each was last heard of.
CREATE UNLOGGED TABLE process (
    id    BIGINT      NOT NULL PRIMARY KEY, -- drawn at its start
    beat  TIMESTAMPTZ NOT NULL,
    about TEXT        NOT NULL
);

-- Which process flies the computer pilots of a table.
CREATE UNLOGGED TABLE flight (
    table_key BIGINT NOT NULL PRIMARY KEY,
    process   BIGINT NOT NULL
);

-- Who is at a table, as each process sees it.
CREATE UNLOGGED TABLE presence (
    table_key BIGINT NOT NULL,
    process   BIGINT NOT NULL,
    body      TEXT   NOT NULL,
    PRIMARY KEY (table_key, process)
);

-- Links that carry the games of a browser to another device. A link's token is never kept, only its SHA-256.
CREATE TABLE carry (
    token_hash TEXT   NOT NULL PRIMARY KEY,
    until_ms   BIGINT NOT NULL,
    seats      TEXT   NOT NULL               -- pairs of table id and seat, as JSON
);
