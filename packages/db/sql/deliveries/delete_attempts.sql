-- Deletes the attempts of deleted deliveries.
CREATE OR REPLACE FUNCTION delete_attempts() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM delivery_attempts a USING gone WHERE a.workspace_id = gone.workspace_id AND a.delivery_id = gone.id;
  RETURN NULL;
END
$$;
ALTER FUNCTION delete_attempts OWNER TO skucast_system;
