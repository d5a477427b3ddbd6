-- Problems that members get mails about: one mail when a problem starts, one when it is over. Each member chooses the
-- kinds of problems.

CREATE TABLE incidents (
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  id text NOT NULL,
  kind text NOT NULL,
  -- What has the problem: a feed, a feed and its destination, a source, a webhook endpoint, or who uploads files.
  object_id text NOT NULL,
  -- The channel of the object. Members who are restricted to other channels get no mail. Null for no channel.
  channel_id text,
  -- Subjects of the two mails, for the summary of those that were not sent.
  subject text NOT NULL,
  closed_subject text,
  opened_at timestamptz(3) NOT NULL,
  closed_at timestamptz(3),
  -- A member decided what to do about it. If it happens again, there is another mail.
  acknowledged_at timestamptz(3),
  -- Mails that exceeded the hourly limit of the workspace are left out and listed in a summary.
  is_opening_mailed boolean NOT NULL,
  is_closing_mailed boolean,
  PRIMARY KEY (workspace_id, id)
);
-- One open incident for each kind and object, also when two workers report the same problem.
CREATE UNIQUE INDEX incidents_open_key ON incidents (workspace_id, kind, object_id) WHERE closed_at IS NULL;
-- Mails of the last hour are counted.
CREATE INDEX incidents_opened_at_idx ON incidents (workspace_id, opened_at);
CREATE INDEX incidents_closed_at_idx ON incidents (workspace_id, closed_at) WHERE closed_at IS NOT NULL;
-- Endpoints that were disabled are checked until they work again.
CREATE INDEX incidents_open_kind_idx ON incidents (kind) WHERE closed_at IS NULL;

-- Which mails a member gets. A kind that is not in `choices` follows the member's role.
CREATE TABLE notification_settings (
  workspace_id text NOT NULL,
  user_id text NOT NULL,
  choices jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(choices) = 'object'),
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, user_id),
  FOREIGN KEY (workspace_id, user_id) REFERENCES memberships (workspace_id, user_id) ON DELETE CASCADE
);

-- What the mail is about. Null in rows of the previous version, which are for owners and admins.
ALTER TABLE notices ADD COLUMN kind text;
ALTER TABLE notices ADD COLUMN channel_id text;

DO $$
DECLARE
  v_table text;
BEGIN
  FOREACH v_table IN ARRAY ARRAY['incidents', 'notification_settings'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', v_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', v_table);
    EXECUTE format('CREATE POLICY own_workspace ON %I TO skucast_app
      USING (workspace_id = (SELECT current_workspace())) WITH CHECK (workspace_id = (SELECT current_workspace()))', v_table);
    EXECUTE format('CREATE POLICY every_workspace ON %I TO skucast_system USING (true) WITH CHECK (true)', v_table);
  END LOOP;
END
$$;

-- Workers report incidents. Members who write only acknowledge them, those of their channels if they are restricted.
CREATE POLICY actor_sees ON incidents AS RESTRICTIVE FOR SELECT TO skucast_app
  USING ((SELECT actor_sees_all()) OR (SELECT actor_channels()) ? channel_id);
CREATE POLICY actor_inserts ON incidents AS RESTRICTIVE FOR INSERT TO skucast_app
  WITH CHECK ((SELECT acts_for_workspace()));
CREATE POLICY actor_updates ON incidents AS RESTRICTIVE FOR UPDATE TO skucast_app
  USING ((SELECT actor_writes()) AND ((SELECT actor_sees_all()) OR (SELECT actor_channels()) ? channel_id))
  WITH CHECK ((SELECT actor_writes()) AND ((SELECT actor_sees_all()) OR (SELECT actor_channels()) ? channel_id));
CREATE POLICY actor_deletes ON incidents AS RESTRICTIVE FOR DELETE TO skucast_app USING ((SELECT acts_for_workspace()));

-- Settings belong to the member alone.
CREATE POLICY actor_sees ON notification_settings AS RESTRICTIVE FOR SELECT TO skucast_app
  USING ((SELECT acts_for_workspace()) OR user_id = (SELECT current_actor()));
CREATE POLICY actor_inserts ON notification_settings AS RESTRICTIVE FOR INSERT TO skucast_app
  WITH CHECK ((SELECT acts_for_workspace()) OR user_id = (SELECT current_actor()));
CREATE POLICY actor_updates ON notification_settings AS RESTRICTIVE FOR UPDATE TO skucast_app
  USING ((SELECT acts_for_workspace()) OR user_id = (SELECT current_actor()))
  WITH CHECK ((SELECT acts_for_workspace()) OR user_id = (SELECT current_actor()));
CREATE POLICY actor_deletes ON notification_settings AS RESTRICTIVE FOR DELETE TO skucast_app
  USING ((SELECT acts_for_workspace()) OR user_id = (SELECT current_actor()));

GRANT SELECT (workspace_id, kind, object_id, channel_id, closed_at), UPDATE (acknowledged_at) ON incidents TO skucast_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON incidents TO skucast_system;
GRANT SELECT, INSERT, UPDATE ON notification_settings TO skucast_app;
GRANT SELECT ON notification_settings TO skucast_system;
