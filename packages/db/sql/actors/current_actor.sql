-- Id of the user that the transaction acts for, or of the key that is limited to channels; '*' for other keys and workers; null
-- when none is set.
CREATE OR REPLACE FUNCTION current_actor() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT nullif(current_setting('app.actor', true), '')
$$;
