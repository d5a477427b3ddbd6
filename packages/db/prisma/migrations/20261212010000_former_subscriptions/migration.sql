-- What an endpoint subscribed to before its last changes, for events that were committed before them and are planned
-- later. keep_former_subscription() writes it.
ALTER TABLE webhook_endpoints ADD COLUMN former_subscriptions jsonb NOT NULL DEFAULT '[]';
