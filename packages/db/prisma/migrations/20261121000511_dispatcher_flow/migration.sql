-- Attempts that began since the last one that came to an end. A delivery that ends its process each time is known by it.
ALTER TABLE deliveries ADD COLUMN unfinished_count integer NOT NULL DEFAULT 0;

-- What is due, endpoint by endpoint: one with a long backlog hides nobody else's. Endpoints' ids are unique by themselves;
-- were the workspace in front, a planner without statistics would look single deliveries up in here, a backlog each.
CREATE INDEX deliveries_pending_idx ON deliveries (endpoint_id, next_attempt_at) WHERE status = 'pending';
DROP INDEX deliveries_due_idx;
