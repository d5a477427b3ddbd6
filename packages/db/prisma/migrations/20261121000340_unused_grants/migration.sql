-- Connections that nobody used yet are looked at every minute; there are few of them among many.
CREATE INDEX oauth_grants_unused_idx ON oauth_grants (created_at) WHERE revoked_at IS NULL AND last_used_at IS NULL;
