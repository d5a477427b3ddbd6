-- The connected app (its grant) or the expiring API key that set up an access to the outside: the access ends with it. Null
-- if a person or a key that does not expire set it up, or has taken it over.
ALTER TABLE webhook_endpoints ADD COLUMN bound_to text;
ALTER TABLE pull_credentials ADD COLUMN bound_to text;
ALTER TABLE destinations ADD COLUMN bound_to text;
ALTER TABLE sources ADD COLUMN bound_to text;

CREATE INDEX webhook_endpoints_bound_idx ON webhook_endpoints (workspace_id, id) WHERE bound_to IS NOT NULL;
CREATE INDEX pull_credentials_bound_idx ON pull_credentials (workspace_id, id) WHERE bound_to IS NOT NULL AND revoked_at IS NULL;
CREATE INDEX sources_bound_idx ON sources (workspace_id, id) WHERE bound_to IS NOT NULL;

GRANT UPDATE (revoked_at) ON pull_credentials TO skucast_system;
