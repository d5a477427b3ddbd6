-- Mails to the people of a workspace, written in the transaction of what they tell and sent afterwards. A mail leaves at
-- most once: a row is "sending" before its server is called, and whoever finds one whose sender died (next_attempt_at is
-- past) cannot know and leaves it "unconfirmed".
CREATE TABLE notices (
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  id text NOT NULL,
  event_id text NOT NULL,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  subject text NOT NULL,
  body text NOT NULL,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'sending', 'sent', 'failed', 'unconfirmed', 'cancelled')),
  attempt_count integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz(3),
  error text,
  created_at timestamptz(3) NOT NULL,
  completed_at timestamptz(3),
  PRIMARY KEY (workspace_id, id)
);
-- One mail to each person for each event.
CREATE UNIQUE INDEX notices_event_user_key ON notices (workspace_id, event_id, user_id);
CREATE INDEX notices_due_idx ON notices (next_attempt_at) WHERE status IN ('pending', 'sending');

ALTER TABLE notices ENABLE ROW LEVEL SECURITY;
ALTER TABLE notices FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON notices TO skucast_app
  USING (workspace_id = (SELECT current_workspace())) WITH CHECK (workspace_id = (SELECT current_workspace()));
CREATE POLICY every_workspace ON notices TO skucast_system USING (true) WITH CHECK (true);
-- Workers' business: no person reads or writes them.
CREATE POLICY actor_sees ON notices AS RESTRICTIVE FOR SELECT TO skucast_app USING ((SELECT acts_for_workspace()));
CREATE POLICY actor_inserts ON notices AS RESTRICTIVE FOR INSERT TO skucast_app WITH CHECK ((SELECT acts_for_workspace()));
CREATE POLICY actor_updates ON notices AS RESTRICTIVE FOR UPDATE TO skucast_app
  USING ((SELECT acts_for_workspace())) WITH CHECK ((SELECT acts_for_workspace()));
CREATE POLICY actor_deletes ON notices AS RESTRICTIVE FOR DELETE TO skucast_app USING ((SELECT acts_for_workspace()));
GRANT SELECT, INSERT, UPDATE, DELETE ON notices TO skucast_system;
