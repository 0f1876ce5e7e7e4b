-- 1: a seat may be taken by anybody from the list.
ALTER TABLE game_table ADD COLUMN seat_open BIGINT NOT NULL DEFAULT 0;
CREATE INDEX game_table_seat_open ON game_table (seat_open, created_ms);

-- Clocks of games that go on, as they stood when they were last noted.
CREATE TABLE clock (
    table_key BIGINT NOT NULL PRIMARY KEY REFERENCES game_table (key),
    body      TEXT   NOT NULL
);
