-- Runs of the lab, as whoever plays them told of them last. What can be lost without harm: they can be ordered again.
CREATE UNLOGGED TABLE run (
    id      TEXT        NOT NULL PRIMARY KEY,
    process BIGINT      NOT NULL,
    at      TIMESTAMPTZ NOT NULL,              -- when they told of it
    body    TEXT        NOT NULL,
    report  BYTEA,                             -- once there is one
    stop    BIGINT      NOT NULL DEFAULT 0     -- 1: somebody wants it stopped
);
