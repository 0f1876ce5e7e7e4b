-- Links that carry the games of a browser to another device. A link's token is never kept, only its SHA-256.
CREATE TABLE carry (
    token_hash TEXT   NOT NULL PRIMARY KEY,
    until_ms   BIGINT NOT NULL,
    seats      TEXT   NOT NULL               -- pairs of table id and seat, as JSON
);
