-- failing_since: when the first of the attempts failed that no success has followed; null while the endpoint works.
-- rate_per_second: what the endpoint's owner wants at most; null for as fast as it keeps up.
-- channel_ids: of which channels it wants to hear, where an event is about one; null for all.
ALTER TABLE webhook_endpoints
  ADD COLUMN failing_since timestamptz(3),
  ADD COLUMN rate_per_second integer CHECK (rate_per_second BETWEEN 1 AND 1000),
  ADD COLUMN channel_ids jsonb;
