-- The language of a person's pages and mails. Null follows the browser. Unknown values are read as null, so that a
-- language can be added without a migration.
ALTER TABLE users ADD COLUMN language text CHECK (language ~ '^[a-z]{2}$');
GRANT SELECT (language), UPDATE (language) ON users TO skucast_app;
CREATE POLICY own_language ON users FOR UPDATE TO skucast_app
  USING (id = (SELECT current_actor())) WITH CHECK (id = (SELECT current_actor()));

-- The language that a mail was written in. Rows of the previous version are English.
ALTER TABLE notices ADD COLUMN language text NOT NULL DEFAULT 'en';

-- The subjects of the two mails in the other languages, for the summary. Null in rows of the previous version.
ALTER TABLE incidents ADD COLUMN subjects jsonb;
ALTER TABLE incidents ADD COLUMN closed_subjects jsonb;
