-- Whether a key or a worker acts, for the whole workspace, and no person.
CREATE OR REPLACE FUNCTION acts_for_workspace() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT coalesce(current_setting('app.actor', true) = '*', false)
$$;
