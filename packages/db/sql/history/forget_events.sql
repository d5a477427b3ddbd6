-- Events that were kept beyond their partition, for deliveries that still waited, go one by one. No other event can.
CREATE OR REPLACE FUNCTION history.forget_events(p_workspaces text[], p_ids text[]) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM history.events_other e USING unnest(p_workspaces, p_ids) AS gone (workspace_id, id)
  WHERE e.workspace_id = gone.workspace_id AND e.id = gone.id
$$;
REVOKE ALL ON FUNCTION history.forget_events FROM PUBLIC;
GRANT EXECUTE ON FUNCTION history.forget_events TO skucast_system;
