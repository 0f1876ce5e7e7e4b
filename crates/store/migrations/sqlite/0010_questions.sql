-- Mail addresses that are to be confirmed, by the secret in the link that asks. They are secrets of their players like those in `tell`.
CREATE TABLE question (
    secret    TEXT   NOT NULL PRIMARY KEY,
    table_key BIGINT NOT NULL REFERENCES game_table (key),
    side      TEXT   NOT NULL,
    address   TEXT   NOT NULL,
    saw       BIGINT NOT NULL,               -- how far the game had come when the address was given
    until_ms  BIGINT NOT NULL
);
CREATE INDEX question_table ON question (table_key);
