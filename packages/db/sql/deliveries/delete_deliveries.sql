-- Deletes the deliveries of deleted endpoints.
CREATE OR REPLACE FUNCTION delete_deliveries() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM deliveries d USING gone WHERE d.workspace_id = gone.workspace_id AND d.endpoint_id = gone.id;
  RETURN NULL;
END
$$;
ALTER FUNCTION delete_deliveries OWNER TO skucast_system;
