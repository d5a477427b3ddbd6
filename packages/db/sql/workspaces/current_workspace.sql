-- Id of the workspace of the transaction. Null if it is not set: then no rows are visible.
CREATE OR REPLACE FUNCTION current_workspace() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT nullif(current_setting('app.workspace_id', true), '')
$$;
