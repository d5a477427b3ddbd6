-- What the feed-server shows to partners who fetch over SFTP: the same in all processes and for good, since partners pin
-- it. Its private half is sealed; what it is known by is nobody's secret.
CREATE TABLE sftp_host_keys (
  type text PRIMARY KEY,
  fingerprint text NOT NULL,
  sealed bytea NOT NULL,
  created_at timestamptz(3) NOT NULL
);
ALTER TABLE sftp_host_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE sftp_host_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY every_row ON sftp_host_keys TO skucast_system USING (true) WITH CHECK (true);
CREATE POLICY fingerprints ON sftp_host_keys FOR SELECT TO skucast_app USING (true);
GRANT SELECT, INSERT, UPDATE (sealed) ON sftp_host_keys TO skucast_system;
GRANT SELECT (type, fingerprint, created_at) ON sftp_host_keys TO skucast_app;
