-- Destinations: a key pair that waits to replace the present one, a day until which old algorithms are offered, and when
-- it was tested last, so that nobody makes us knock at a host's door too often.
ALTER TABLE destinations
  ADD COLUMN next_auth_sealed bytea,
  ADD COLUMN next_public_key text,
  ADD COLUMN legacy_algorithms_until date,
  ADD COLUMN tested_at timestamptz(3),
  ADD CONSTRAINT destinations_next_key_whole CHECK ((next_auth_sealed IS NULL) = (next_public_key IS NULL)),
  ADD CONSTRAINT destinations_next_key_fits CHECK (next_auth_sealed IS NULL OR auth_type = 'public_key');

-- For the rotation of the keys that it is sealed with.
GRANT UPDATE (next_auth_sealed) ON destinations TO skucast_system;
