-- The columns of the profile that a feed's files have; null for all.
ALTER TABLE feeds ADD COLUMN columns jsonb;
