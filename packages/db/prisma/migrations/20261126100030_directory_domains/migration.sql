-- Domains of workspaces. A channel in the public directory links only to domains that its workspace has proven.
CREATE TABLE workspace_domains (
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  domain text NOT NULL CONSTRAINT workspace_domains_lower CHECK (domain = lower(domain)),
  -- What the DNS record or the file of the domain has to contain. Not a secret.
  token text NOT NULL,
  verified_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, domain)
);
ALTER TABLE workspace_domains ENABLE ROW LEVEL SECURITY;
ALTER TABLE workspace_domains FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON workspace_domains TO skucast_app
  USING (workspace_id = (SELECT current_workspace())) WITH CHECK (workspace_id = (SELECT current_workspace()));
CREATE POLICY every_workspace ON workspace_domains TO skucast_system USING (true) WITH CHECK (true);
CREATE POLICY verified ON workspace_domains FOR SELECT TO skucast_directory USING (verified_at IS NOT NULL);
CREATE POLICY actor_sees ON workspace_domains AS RESTRICTIVE FOR SELECT TO skucast_app USING ((SELECT actor_is_member()));
CREATE POLICY actor_inserts ON workspace_domains AS RESTRICTIVE FOR INSERT TO skucast_app WITH CHECK ((SELECT actor_manages()));
CREATE POLICY actor_updates ON workspace_domains AS RESTRICTIVE FOR UPDATE TO skucast_app
  USING ((SELECT actor_manages())) WITH CHECK ((SELECT actor_manages()));
CREATE POLICY actor_deletes ON workspace_domains AS RESTRICTIVE FOR DELETE TO skucast_app USING ((SELECT actor_manages()));
GRANT SELECT, INSERT, UPDATE, DELETE ON workspace_domains TO skucast_app;
GRANT SELECT ON workspace_domains TO skucast_system;
GRANT SELECT (workspace_id, domain, verified_at) ON workspace_domains TO skucast_directory;

-- A channel that the operator has taken out of the public directory stays out, whatever its workspace sets.
ALTER TABLE channels ADD COLUMN directory_blocked_at timestamptz(3), ADD COLUMN directory_block_reason text;
GRANT SELECT (directory_blocked_at) ON channels TO skucast_directory;
GRANT UPDATE (directory_blocked_at, directory_block_reason) ON channels TO skucast_system;
ALTER POLICY in_directory ON channels USING (in_public_directory AND status = 'active' AND directory_blocked_at IS NULL);
