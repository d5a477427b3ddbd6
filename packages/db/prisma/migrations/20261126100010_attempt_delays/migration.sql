-- Attempts that have to wait longer after each failure. The key is a hash; it contains no secret and nothing that was
-- entered.
CREATE TABLE attempt_delays (
  key text PRIMARY KEY,
  failures integer NOT NULL,
  -- The next attempt is not allowed before.
  free_at timestamptz(3) NOT NULL,
  last_at timestamptz(3) NOT NULL
);
CREATE INDEX attempt_delays_last_at_idx ON attempt_delays (last_at);
ALTER TABLE attempt_delays ENABLE ROW LEVEL SECURITY;
ALTER TABLE attempt_delays FORCE ROW LEVEL SECURITY;
CREATE POLICY every_row ON attempt_delays TO skucast_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON attempt_delays TO skucast_system;
