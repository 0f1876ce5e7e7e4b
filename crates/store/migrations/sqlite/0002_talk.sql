-- What people say at a table. `room` is who hears it; the oldest lines of a room make place for new ones.
CREATE TABLE talk (
    table_key BIGINT NOT NULL REFERENCES game_table (key),
    n         BIGINT NOT NULL,              -- number among the table's lines, from 1
    room      TEXT   NOT NULL,
    at_ms     BIGINT NOT NULL,
    body      TEXT   NOT NULL,
    PRIMARY KEY (table_key, n)
);
