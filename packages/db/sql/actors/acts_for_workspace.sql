-- Whether the actor is an API key or a worker, which acts for the whole workspace, and not a person.
CREATE OR REPLACE FUNCTION acts_for_workspace() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT coalesce(current_setting('app.actor', true) = '*', false)
$$;
