-- Feeds in Parquet say how their files are compressed inside: Zstandard, or Snappy where the column is null. It has a column
-- of its own because the version before reads only none and gzip from compression. The feeds that are there keep
-- Zstandard, which the version before wrote, so that their files stay the same. Row-level security is forced on the
-- owner of the table too and is lifted for this statement, which would otherwise change no row.
ALTER TABLE feeds ADD COLUMN parquet_codec text CHECK (parquet_codec IN ('zstd'));
ALTER TABLE feeds NO FORCE ROW LEVEL SECURITY;
UPDATE feeds SET parquet_codec = 'zstd', version = version + 1, updated_at = now() WHERE format = 'parquet';
ALTER TABLE feeds FORCE ROW LEVEL SECURITY;
