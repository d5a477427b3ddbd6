-- A reference is checked row by row: a tenth of what a delivery costs PostgreSQL. Whoever writes deliveries holds their
-- endpoints instead, each once in a statement, so that none is deleted meanwhile; and deliveries go with their endpoint.
ALTER TABLE deliveries DROP CONSTRAINT deliveries_workspace_id_endpoint_id_fkey;

CREATE FUNCTION delete_deliveries() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  DELETE FROM deliveries d USING gone WHERE d.workspace_id = gone.workspace_id AND d.endpoint_id = gone.id;
  RETURN NULL;
END
$$;
GRANT CREATE ON SCHEMA public TO skucast_system; -- for becoming the owner of the function
ALTER FUNCTION delete_deliveries() OWNER TO skucast_system;
REVOKE CREATE ON SCHEMA public FROM skucast_system;
CREATE TRIGGER delete_deliveries AFTER DELETE ON webhook_endpoints REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION delete_deliveries();
