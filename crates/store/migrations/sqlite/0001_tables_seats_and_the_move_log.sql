-- Portable subset: TEXT ids made by the program, BIGINT milliseconds and keys, JSON as TEXT.

CREATE TABLE game_table (
    key         BIGINT NOT NULL PRIMARY KEY, -- small number, used by the move log
    id          TEXT   NOT NULL UNIQUE,      -- what a link shows
    game        TEXT   NOT NULL,
    title       TEXT   NOT NULL,
    created_ms  BIGINT NOT NULL,
    header      TEXT   NOT NULL,             -- first line of the transcript
    setup       TEXT   NOT NULL,             -- what the server wants to know of the table again
    listed      BIGINT NOT NULL,             -- 1: anybody may watch
    -- A cache of the move log, written behind it (meta.noted says how far it reaches):
    head        BIGINT NOT NULL DEFAULT 0,   -- number of the table's last entry in the log
    seq         BIGINT NOT NULL DEFAULT 0,   -- how many entries it has
    summary     TEXT,                        -- what lists show; unknown after a crash until the table is opened
    finished_ms BIGINT
);

CREATE INDEX game_table_listed ON game_table (listed, created_ms);

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

-- Every command of every table in the order of arrival, so that writing always appends to the same page. A table's
-- entries are a chain from its last one backwards; an index by table would touch a page per table and commit.
CREATE TABLE move (
    n         INTEGER NOT NULL PRIMARY KEY,
    table_key BIGINT  NOT NULL,
    seq       BIGINT  NOT NULL,              -- number in the table's own log, from 1
    prev      BIGINT  NOT NULL,              -- the table's entry before this one, 0 for the first
    at_ms     BIGINT  NOT NULL,
    body      TEXT    NOT NULL
);

CREATE TABLE meta (
    name  TEXT   NOT NULL PRIMARY KEY,
    value BIGINT NOT NULL
);

INSERT INTO meta (name, value) VALUES ('noted', 0);
