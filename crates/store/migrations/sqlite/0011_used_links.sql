-- Random bits of whoever has used the link: of two who do so at once one was first. Nothing as long as it works.
ALTER TABLE carry ADD COLUMN spent BIGINT;
