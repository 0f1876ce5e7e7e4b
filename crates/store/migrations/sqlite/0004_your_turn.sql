-- Where players want to be told that it is their turn. Addresses are secrets of theirs: no list and no view reads this.
CREATE TABLE tell (
    table_key BIGINT NOT NULL REFERENCES game_table (key),
    side      TEXT   NOT NULL,
    address   TEXT   NOT NULL,
    stop      TEXT   NOT NULL,               -- the secret in the link by which whoever is told ends it
    told      BIGINT NOT NULL,               -- 1: told of the turn that is owed now
    PRIMARY KEY (table_key, side)
);
