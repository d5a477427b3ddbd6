-- How many of a channel's products were in which state on a day (UTC), and their issues by code. Exporters count the current
-- day again and again, so a former day keeps its last counts.
CREATE TABLE channel_days (
  workspace_id text NOT NULL,
  channel_id text NOT NULL,
  day date NOT NULL,
  published bigint NOT NULL DEFAULT 0,
  pending bigint NOT NULL DEFAULT 0,
  held bigint NOT NULL DEFAULT 0,
  invalid bigint NOT NULL DEFAULT 0,
  excluded bigint NOT NULL DEFAULT 0,
  -- The most frequent codes: [{"code", "severity", "products"}].
  issues jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(issues) = 'array'),
  -- Null until the first count has ended.
  counted_at timestamptz(3),
  -- Until then, the exporter that is counting has the channel to itself.
  claimed_until timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, channel_id, day),
  FOREIGN KEY (workspace_id, channel_id) REFERENCES channels (workspace_id, id) ON DELETE CASCADE
);

ALTER TABLE channel_days ENABLE ROW LEVEL SECURITY;
ALTER TABLE channel_days FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON channel_days TO skucast_app
  USING (workspace_id = (SELECT current_workspace())) WITH CHECK (workspace_id = (SELECT current_workspace()));
CREATE POLICY every_workspace ON channel_days TO skucast_system USING (true) WITH CHECK (true);
-- Like the channel's listings: members with channels see those of their channels, and only workers write.
CREATE POLICY actor_sees ON channel_days AS RESTRICTIVE FOR SELECT TO skucast_app
  USING ((SELECT actor_sees_all()) OR (SELECT actor_channels()) ? channel_id);
CREATE POLICY actor_inserts ON channel_days AS RESTRICTIVE FOR INSERT TO skucast_app
  WITH CHECK ((SELECT acts_for_workspace()));
CREATE POLICY actor_updates ON channel_days AS RESTRICTIVE FOR UPDATE TO skucast_app
  USING ((SELECT acts_for_workspace())) WITH CHECK ((SELECT acts_for_workspace()));
CREATE POLICY actor_deletes ON channel_days AS RESTRICTIVE FOR DELETE TO skucast_app
  USING ((SELECT acts_for_workspace()));

GRANT SELECT ON channel_days TO skucast_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON channel_days TO skucast_system;
