-- When a dispatcher last kept deliveries back because of the endpoint: it is slow, is over its rate, or fails.
ALTER TABLE webhook_endpoints ADD COLUMN held_back_at timestamptz(3);
