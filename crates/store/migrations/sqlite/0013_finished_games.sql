-- Finds games that were finished long ago; those that go on are not in it.
CREATE INDEX game_table_finished ON game_table (finished_ms, key) WHERE finished_ms IS NOT NULL;
