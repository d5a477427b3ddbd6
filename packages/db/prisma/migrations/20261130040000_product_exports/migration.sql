-- Exports of the catalog's products into one file of JSON Lines.
CREATE TABLE product_exports (
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  id text NOT NULL,
  status text NOT NULL CHECK (status IN ('queued', 'running', 'succeeded', 'failed', 'expired')),
  -- Id of the user or API key.
  requested_by text NOT NULL,
  -- Where it continues after an interruption: behind this SKU.
  last_sku text NOT NULL DEFAULT '',
  product_count bigint NOT NULL DEFAULT 0,
  -- The file is stored in segments, numbered from 1: how many, and their bytes.
  segment_count integer NOT NULL DEFAULT 0,
  segment_bytes bigint NOT NULL DEFAULT 0,
  -- Of the uncompressed content so far, for the end of the file: bytes and CRC-32.
  content_bytes bigint NOT NULL DEFAULT 0,
  content_crc bigint NOT NULL DEFAULT 0,
  error text,
  claim_count integer NOT NULL DEFAULT 0,
  lease_owner text,
  lease_until timestamptz(3),
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  -- When the file is deleted.
  expires_at timestamptz(3),
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX product_exports_open_idx ON product_exports (id) WHERE status IN ('queued', 'running');
CREATE INDEX product_exports_expires_at_idx ON product_exports (expires_at) WHERE status = 'succeeded';
-- At most one of a workspace at a time.
CREATE UNIQUE INDEX product_exports_one_open_idx ON product_exports (workspace_id)
  WHERE status IN ('queued', 'running');

ALTER TABLE product_exports ENABLE ROW LEVEL SECURITY;
ALTER TABLE product_exports FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON product_exports TO skucast_app
  USING (workspace_id = (SELECT current_workspace())) WITH CHECK (workspace_id = (SELECT current_workspace()));
CREATE POLICY every_workspace ON product_exports TO skucast_system USING (true) WITH CHECK (true);
CREATE POLICY actor_sees ON product_exports AS RESTRICTIVE FOR SELECT TO skucast_app
  USING ((SELECT actor_sees_all()));
CREATE POLICY actor_inserts ON product_exports AS RESTRICTIVE FOR INSERT TO skucast_app
  WITH CHECK ((SELECT actor_sees_all()));
CREATE POLICY actor_updates ON product_exports AS RESTRICTIVE FOR UPDATE TO skucast_app
  USING ((SELECT acts_for_workspace())) WITH CHECK ((SELECT acts_for_workspace()));
CREATE POLICY actor_deletes ON product_exports AS RESTRICTIVE FOR DELETE TO skucast_app
  USING ((SELECT acts_for_workspace()));
GRANT SELECT, INSERT, UPDATE, DELETE ON product_exports TO skucast_system;
GRANT SELECT, INSERT ON product_exports TO skucast_app;
