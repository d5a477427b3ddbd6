-- Id of the workspace that the transaction is bound to; null when none is set, which shows no rows.
CREATE OR REPLACE FUNCTION current_workspace() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT nullif(current_setting('app.workspace_id', true), '')
$$;
