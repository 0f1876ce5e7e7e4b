-- Which process counts the time of a clock, 0 for none, and when it was last noted, in milliseconds since 1970.
ALTER TABLE clock ADD COLUMN process BIGINT NOT NULL DEFAULT 0;
ALTER TABLE clock ADD COLUMN noted_ms BIGINT NOT NULL DEFAULT 0;
