-- Deletes events of the default partition: those that were kept for pending deliveries when their partition was
-- dropped. Other events cannot be deleted.
CREATE OR REPLACE FUNCTION history.forget_events(p_workspaces text[], p_ids text[]) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM history.events_other e USING unnest(p_workspaces, p_ids) AS gone (workspace_id, id)
  WHERE e.workspace_id = gone.workspace_id AND e.id = gone.id
$$;
REVOKE ALL ON FUNCTION history.forget_events FROM PUBLIC;
GRANT EXECUTE ON FUNCTION history.forget_events TO skucast_system;
