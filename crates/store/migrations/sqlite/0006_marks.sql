-- 64 random bits that tell an entry from every other, whatever its number; 0 for entries from before there were any.
ALTER TABLE move ADD COLUMN mark BIGINT NOT NULL DEFAULT 0;
