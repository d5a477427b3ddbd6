-- Destinations of type acp, whose hosts take products instead of files.
ALTER TABLE destinations DROP CONSTRAINT destinations_type_check;
ALTER TABLE destinations ADD CONSTRAINT destinations_type_check CHECK (type IN ('sftp', 's3', 'https', 'ftps', 'acp'));

-- What such a host has accepted, by product. `host_feed` identifies the feed at the host, `bucket` is computed from the id,
-- `hash` is null after the product was sent as discontinued, `variants` has ids and titles.
CREATE TABLE sent_products (
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  destination_id text NOT NULL,
  bucket integer NOT NULL,
  product_id text NOT NULL,
  host_feed text NOT NULL,
  hash text,
  variants jsonb NOT NULL,
  run_id text NOT NULL,
  accepted_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, destination_id, bucket, product_id),
  FOREIGN KEY (workspace_id, destination_id) REFERENCES destinations (workspace_id, id) ON DELETE CASCADE
);
ALTER TABLE sent_products ENABLE ROW LEVEL SECURITY;
ALTER TABLE sent_products FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON sent_products TO skucast_app
  USING (workspace_id = (SELECT current_workspace())) WITH CHECK (workspace_id = (SELECT current_workspace()));
CREATE POLICY every_workspace ON sent_products TO skucast_system USING (true) WITH CHECK (true);
CREATE POLICY actor_touches_none ON sent_products AS RESTRICTIVE TO skucast_app
  USING ((SELECT acts_for_workspace())) WITH CHECK ((SELECT acts_for_workspace()));
GRANT SELECT, INSERT, UPDATE, DELETE ON sent_products TO skucast_system;
