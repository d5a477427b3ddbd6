-- What a channel would publish of a product, kept current by workers. A product that the channel does not select has no
-- row: in a catalogue with many narrow channels that is most of them. Whether a listing is published, pending or held
-- follows from when it last changed and when the channel's runs began, so that a run of a million rows writes none here.
-- Like products it has no reference to channels: deleting a channel must not wait for its listings.
CREATE TABLE listings (
  workspace_id text NOT NULL,
  channel_id text NOT NULL,
  sku text NOT NULL,
  -- Of the product, when this was made: nothing made of an older one overwrites it.
  product_version bigint NOT NULL,
  is_valid boolean NOT NULL,
  -- Of the row's cells; null where the row stays out of the file.
  row_hash bytea,
  -- JSON of what is wrong or doubtful, as text: compared as a whole and read as a whole; null when there is nothing.
  issues text,
  -- Since when the row is what it is, and since when there is a valid one.
  changed_at timestamptz(3) NOT NULL,
  valid_since timestamptz(3),
  -- When time alone may make another row of it: a sale begins or ends.
  next_change_at timestamptz(3),
  PRIMARY KEY (workspace_id, channel_id, sku)
) WITH (fillfactor = 90);
CREATE INDEX listings_issues_idx ON listings (workspace_id, channel_id, sku) WHERE issues IS NOT NULL;
CREATE INDEX listings_next_change_at_idx ON listings (next_change_at) WHERE next_change_at IS NOT NULL;

-- Products whose listings are to be looked at. Whoever takes a row deletes it in the transaction of its work.
CREATE TABLE listing_work (
  workspace_id text NOT NULL,
  sku text NOT NULL,
  noted_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, sku)
);

-- A channel's way through all products: begun anew whenever the channel changes, and once a day to find what got lost.
CREATE TABLE listing_walks (
  workspace_id text NOT NULL,
  channel_id text NOT NULL,
  -- Counts what changed about the channel's rows: nothing made of an earlier revision is written.
  revision bigint NOT NULL DEFAULT 1,
  -- All products up to here are done.
  after_sku text NOT NULL DEFAULT '',
  due_at timestamptz(3) NOT NULL,
  -- When the first walk with the channel as it is came to its end; null before.
  completed_at timestamptz(3),
  PRIMARY KEY (workspace_id, channel_id)
);
CREATE INDEX listing_walks_due_at_idx ON listing_walks (due_at);

-- Up to where the event log was read for changed products, and what was committed then: of the log's last minutes only
-- what came to light since is taken, however late its transaction ended. One row.
CREATE TABLE listing_tail (
  id integer PRIMARY KEY CHECK (id = 1),
  read_until timestamptz(3) NOT NULL,
  snapshot text NOT NULL
);

DO $$
DECLARE own_table text;
BEGIN
  FOREACH own_table IN ARRAY ARRAY['listings', 'listing_work', 'listing_walks'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', own_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', own_table);
    EXECUTE format('CREATE POLICY own_workspace ON %I TO skucast_app
      USING (workspace_id = (SELECT current_workspace())) WITH CHECK (workspace_id = (SELECT current_workspace()))', own_table);
    EXECUTE format('CREATE POLICY every_workspace ON %I TO skucast_system USING (true) WITH CHECK (true)', own_table);
  END LOOP;
  -- Workers write; members see those of their channels.
  FOREACH own_table IN ARRAY ARRAY['listings', 'listing_walks'] LOOP
    EXECUTE format('CREATE POLICY actor_sees ON %I AS RESTRICTIVE FOR SELECT TO skucast_app
      USING ((SELECT actor_sees_all()) OR (SELECT actor_channels()) ? channel_id)', own_table);
  END LOOP;
  CREATE POLICY actor_sees ON listing_work AS RESTRICTIVE FOR SELECT TO skucast_app USING ((SELECT acts_for_workspace()));
  FOREACH own_table IN ARRAY ARRAY['listings', 'listing_work', 'listing_walks'] LOOP
    EXECUTE format('CREATE POLICY actor_inserts ON %I AS RESTRICTIVE FOR INSERT TO skucast_app WITH CHECK ((SELECT acts_for_workspace()))', own_table);
    EXECUTE format('CREATE POLICY actor_updates ON %I AS RESTRICTIVE FOR UPDATE TO skucast_app
      USING ((SELECT acts_for_workspace())) WITH CHECK ((SELECT acts_for_workspace()))', own_table);
    EXECUTE format('CREATE POLICY actor_deletes ON %I AS RESTRICTIVE FOR DELETE TO skucast_app USING ((SELECT acts_for_workspace()))', own_table);
  END LOOP;
END
$$;
ALTER TABLE listing_tail ENABLE ROW LEVEL SECURITY;
ALTER TABLE listing_tail FORCE ROW LEVEL SECURITY;
CREATE POLICY workers ON listing_tail TO skucast_system USING (true) WITH CHECK (true);

GRANT SELECT ON listings, listing_walks TO skucast_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON listings, listing_work, listing_walks TO skucast_system;
GRANT SELECT, UPDATE ON listing_tail TO skucast_system;
GRANT INSERT ON listing_tail TO skucast_system; -- for the row below

-- A channel that comes, goes or changes what it publishes is walked. As the workers' role: members do not write walks.
CREATE FUNCTION walk_channel() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    UPDATE listing_walks SET revision = revision + 1, after_sku = '', due_at = now(), completed_at = NULL
    WHERE workspace_id = OLD.workspace_id AND channel_id = OLD.id;
  ELSE
    INSERT INTO listing_walks (workspace_id, channel_id, due_at) VALUES (NEW.workspace_id, NEW.id, now())
    ON CONFLICT (workspace_id, channel_id) DO UPDATE
      SET revision = listing_walks.revision + 1, after_sku = '', due_at = now(), completed_at = NULL;
  END IF;
  RETURN NULL;
END
$$;
GRANT CREATE ON SCHEMA public TO skucast_system; -- for becoming the owner of the function
ALTER FUNCTION walk_channel() OWNER TO skucast_system;
REVOKE CREATE ON SCHEMA public FROM skucast_system;
CREATE TRIGGER walk_channel AFTER INSERT OR DELETE ON channels FOR EACH ROW EXECUTE FUNCTION walk_channel();
CREATE TRIGGER walk_changed_channel AFTER UPDATE ON channels FOR EACH ROW
  WHEN ((OLD.profile, OLD.status, OLD.market, OLD.defaults, OLD.selection, OLD.rules)
    IS DISTINCT FROM (NEW.profile, NEW.status, NEW.market, NEW.defaults, NEW.selection, NEW.rules))
  EXECUTE FUNCTION walk_channel();

-- The owner of the tables sees no rows of theirs; the workers' role does.
SET ROLE skucast_system;
INSERT INTO listing_walks (workspace_id, channel_id, due_at) SELECT workspace_id, id, now() FROM channels;
INSERT INTO listing_tail VALUES (1, now(), pg_current_snapshot()::text);
RESET ROLE;
