-- How a destination's last test went: whoever sets it up goes on where they, or somebody else, had come to.
ALTER TABLE destinations ADD COLUMN last_test jsonb;
