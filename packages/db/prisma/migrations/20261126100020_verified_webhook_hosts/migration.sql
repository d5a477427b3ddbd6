-- The host of an endpoint's URL that has answered a challenge, and when. Such hosts are not limited across workspaces.
ALTER TABLE webhook_endpoints ADD COLUMN verified_host text, ADD COLUMN host_verified_at timestamptz(3);
CREATE INDEX webhook_endpoints_verified_host_idx ON webhook_endpoints (verified_host, host_verified_at) WHERE verified_host IS NOT NULL;
