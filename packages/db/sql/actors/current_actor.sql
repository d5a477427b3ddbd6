-- Id of the user that the transaction acts for, or of the API key that is limited to channels. '*' for other API keys
-- and for workers. Null if it is not set.
CREATE OR REPLACE FUNCTION current_actor() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT nullif(current_setting('app.actor', true), '')
$$;
