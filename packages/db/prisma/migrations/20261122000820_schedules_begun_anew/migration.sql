-- A delivery that had ended and is wanted again begins its schedule anew: attempts are counted on, and this many of them
-- belong to schedules before the present one.
ALTER TABLE deliveries ADD COLUMN schedule_start integer NOT NULL DEFAULT 0;

-- Somebody asked for the next attempt, which goes out at once, also to an endpoint from which attempts are kept back.
ALTER TABLE deliveries ADD COLUMN is_asked boolean NOT NULL DEFAULT false;
CREATE INDEX deliveries_asked_idx ON deliveries (endpoint_id, next_attempt_at) WHERE is_asked AND is_waiting;
