-- A digest of the rules by which a table was made or last found to agree; unknown for tables that are older than this step.
ALTER TABLE game_table ADD COLUMN rules TEXT;

-- Seeds that were drawn when a game went on by other rules, by their hash, which the log has. Secret until the game is over.
CREATE TABLE resumed_seed (
    table_key  BIGINT NOT NULL REFERENCES game_table (key),
    commitment TEXT   NOT NULL,
    seed       TEXT   NOT NULL,
    PRIMARY KEY (table_key, commitment)
);

-- The replay of a game as a seat may see it, so that it can be seen whatever becomes of the rules.
CREATE TABLE kept_view (
    table_key BIGINT NOT NULL REFERENCES game_table (key),
    seat      TEXT   NOT NULL,
    since_seq BIGINT NOT NULL,               -- the entry by which the game went on by other rules, 0 if it never did
    upto_seq  BIGINT NOT NULL,               -- the last entry that is in it
    rules     TEXT   NOT NULL,               -- digest of the rules by which it was played
    body      BLOB   NOT NULL,               -- gzip of JSON
    PRIMARY KEY (table_key, seat, since_seq)
);
