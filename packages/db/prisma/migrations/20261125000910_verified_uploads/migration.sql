-- Uploads are read back by default. A host that refuses writes out of order is remembered, and a login with our key may
-- come with a password.
ALTER TABLE destinations
  ALTER COLUMN verify SET DEFAULT 'content',
  ADD COLUMN ordered_writes_since timestamptz(3),
  ADD COLUMN has_password boolean NOT NULL DEFAULT false;

-- "size" was the default before; every destination gets the new one. Row-level security is forced on the owner too, so it
-- is lifted for this statement: otherwise it would change no row.
ALTER TABLE destinations NO FORCE ROW LEVEL SECURITY;
UPDATE destinations
  SET verify = 'content', has_password = (auth_type = 'password'), version = version + 1, updated_at = now();
ALTER TABLE destinations FORCE ROW LEVEL SECURITY;

GRANT UPDATE (ordered_writes_since) ON destinations TO skucast_system;
