-- The embedded bus: what RabbitMQ's queues are to a cluster, one table is to a single machine (packages/events).
-- A message is copied into every queue it is for. A claim moves available_at into the future: that is its lease, and
-- the message of a process that died comes back by itself. A queue's dead letters are the queue "<name>.dead".
CREATE TABLE bus_messages (
  queue text NOT NULL,
  seq bigint GENERATED ALWAYS AS IDENTITY,
  id text NOT NULL,
  routing_key text NOT NULL,
  body text NOT NULL,
  traceparent text,
  -- Raised by every claim: an outcome is written only while its claim is the newest.
  delivery_count integer NOT NULL DEFAULT 0,
  available_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (queue, seq)
-- Claims change no indexed column and find room on the page; rows live for moments, so vacuum goes by their number.
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

ALTER TABLE bus_messages ENABLE ROW LEVEL SECURITY;
ALTER TABLE bus_messages FORCE ROW LEVEL SECURITY;
CREATE POLICY every_message ON bus_messages TO skucast_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON bus_messages TO skucast_system;
