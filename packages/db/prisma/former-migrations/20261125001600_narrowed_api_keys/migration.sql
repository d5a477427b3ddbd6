-- An API key can be created with less than everything: some scopes (separated by spaces, as in RFC 6749), a time at which it
-- ends, some channels. Null is everything, also what a later version adds.

ALTER TABLE api_keys
  ADD COLUMN scopes text CHECK (scopes <> ''),
  ADD COLUMN expires_at timestamptz(3),
  ADD COLUMN channel_ids jsonb CHECK (jsonb_typeof(channel_ids) = 'array');

-- A key with channels acts as a restricted member does: actor_role() and actor_channels() look it up.
GRANT SELECT (workspace_id, id, scopes, expires_at, channel_ids, revoked_at) ON api_keys TO skucast_lookup;
CREATE POLICY own_key ON api_keys FOR SELECT TO skucast_lookup
  USING (workspace_id = current_workspace() AND id = current_actor());
