-- Ids of the channels that the actor is restricted to. Null if it is not restricted, and if it is neither a member nor
-- an API key with channels.
CREATE OR REPLACE FUNCTION actor_channels() RETURNS jsonb LANGUAGE sql STABLE PARALLEL SAFE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT channel_ids FROM memberships WHERE workspace_id = current_workspace() AND user_id = current_actor()
  UNION ALL
  SELECT channel_ids FROM api_keys
  WHERE workspace_id = current_workspace() AND id = current_actor() AND channel_ids IS NOT NULL
    AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())
$$;
ALTER FUNCTION actor_channels OWNER TO skucast_lookup;
