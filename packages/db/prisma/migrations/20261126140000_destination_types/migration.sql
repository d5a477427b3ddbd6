-- Destinations of other types than SFTP. `options` has the fields that only the type has; the columns of the address are
-- filled for every type.
ALTER TABLE destinations ADD COLUMN options jsonb NOT NULL DEFAULT '{}';
ALTER TABLE destinations DROP CONSTRAINT destinations_type_check;
ALTER TABLE destinations ADD CONSTRAINT destinations_type_check CHECK (type IN ('sftp', 's3', 'https', 'ftps'));
ALTER TABLE destinations DROP CONSTRAINT destinations_auth_type_check;
ALTER TABLE destinations ADD CONSTRAINT destinations_auth_type_check
  CHECK (auth_type IN ('password', 'public_key', 'access_key', 'basic', 'bearer', 'none'));
