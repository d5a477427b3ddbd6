-- Deletes up to p_rows rows of a table that belong to a workspace whose time to be deleted has come, and returns how many.
-- Runs as the owner of the tables, for the whole workspace: no other role may delete from all of them.
CREATE OR REPLACE FUNCTION erase_workspace_rows(p_workspace text, p_table text, p_rows integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_part regclass;
  v_count integer;
  v_total integer := 0;
BEGIN
  PERFORM set_config('app.actor', '*', true);
  IF NOT EXISTS (SELECT FROM workspaces WHERE id = p_workspace AND deletes_at <= now()) THEN
    IF NOT EXISTS (SELECT FROM workspaces WHERE id = p_workspace) THEN
      RETURN 0; -- another process has erased it
    END IF;
    RAISE EXCEPTION 'workspace % may not be erased', p_workspace USING ERRCODE = '42501';
  END IF;
  -- The place of a row is unique within one partition.
  FOR v_part IN
    SELECT relid FROM pg_partition_tree(format('public.%I', p_table)::regclass) WHERE isleaf
    UNION ALL SELECT oid FROM pg_class WHERE oid = format('public.%I', p_table)::regclass AND relkind = 'r'
  LOOP
    EXECUTE format('DELETE FROM %1$s WHERE ctid = ANY (ARRAY(SELECT ctid FROM %1$s WHERE workspace_id = $1 LIMIT $2))', v_part)
      USING p_workspace, p_rows - v_total;
    GET DIAGNOSTICS v_count = ROW_COUNT;
    v_total := v_total + v_count;
    EXIT WHEN v_total >= p_rows;
  END LOOP;
  RETURN v_total;
END
$$;
REVOKE ALL ON FUNCTION erase_workspace_rows FROM PUBLIC;
GRANT EXECUTE ON FUNCTION erase_workspace_rows TO skucast_system;
