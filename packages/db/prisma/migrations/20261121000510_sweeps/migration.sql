-- Up to which moment a consumer has compared the event log with what it has handled: what a broker confirmed and then
-- lost is found again. One row for each consumer, held locked by the process that sweeps.
CREATE TABLE sweeps (
  consumer text PRIMARY KEY,
  swept_until timestamptz(3) NOT NULL
);
INSERT INTO sweeps VALUES ('webhook-dispatcher', now());

-- Which dispatchers live: what may be under way to an endpoint at once is divided among them.
CREATE TABLE dispatchers (
  id text PRIMARY KEY,
  seen_at timestamptz(3) NOT NULL
);

DO $$
DECLARE worker_table text;
BEGIN
  FOREACH worker_table IN ARRAY ARRAY['sweeps', 'dispatchers'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', worker_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', worker_table);
    EXECUTE format('CREATE POLICY workers ON %I TO skucast_system USING (true) WITH CHECK (true)', worker_table);
  END LOOP;
END
$$;
GRANT SELECT, INSERT, UPDATE ON sweeps TO skucast_system;
GRANT SELECT, INSERT, UPDATE, DELETE ON dispatchers TO skucast_system;

-- The log grows at its end: a block-range index finds the last minutes and costs writes next to nothing.
CREATE INDEX events_created_at_idx ON events USING brin (created_at) WITH (pages_per_range = 16, autosummarize = on);
