-- What a row of a file was when it was imported last, and what its product's content was after it. The same row again,
-- while the content is still that, changes nothing: it need not be checked and compared. A memory only: it may be emptied.

CREATE TABLE import_rows (
  workspace_id text NOT NULL,
  sku text NOT NULL,
  row_hash bytea NOT NULL,
  content_hash bytea NOT NULL,
  PRIMARY KEY (workspace_id, sku)
) WITH (fillfactor = 80);

DO $$
DECLARE
  nobody constant text := '(SELECT acts_for_workspace())'; -- no person
BEGIN
  ALTER TABLE import_rows ENABLE ROW LEVEL SECURITY;
  ALTER TABLE import_rows FORCE ROW LEVEL SECURITY;
  CREATE POLICY own_workspace ON import_rows TO skucast_app
    USING (workspace_id = (SELECT current_workspace())) WITH CHECK (workspace_id = (SELECT current_workspace()));
  CREATE POLICY every_workspace ON import_rows TO skucast_system USING (true) WITH CHECK (true);
  CREATE POLICY actor_sees ON import_rows AS RESTRICTIVE FOR SELECT TO skucast_app USING ((SELECT actor_is_member()));
  EXECUTE format('CREATE POLICY actor_inserts ON import_rows AS RESTRICTIVE FOR INSERT TO skucast_app WITH CHECK (%s)', nobody);
  EXECUTE format('CREATE POLICY actor_updates ON import_rows AS RESTRICTIVE FOR UPDATE TO skucast_app USING (%s) WITH CHECK (%s)', nobody, nobody);
  EXECUTE format('CREATE POLICY actor_deletes ON import_rows AS RESTRICTIVE FOR DELETE TO skucast_app USING (%s)', nobody);
END
$$;
GRANT SELECT ON import_rows TO skucast_app;
GRANT SELECT, INSERT, UPDATE ON import_rows TO skucast_system;

-- Places, from 1, of the rows that would change nothing; products that the actor does not see are not among them. Each
-- SKU is looked up by its key whatever the statistics say: see product_read.
CREATE FUNCTION import_rows_same(p_workspace text, p_actor text, p_skus text[], p_hashes bytea[]) RETURNS int[]
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
BEGIN
  PERFORM set_config('app.workspace_id', p_workspace, true), set_config('app.actor', p_actor, true);
  RETURN (
    SELECT array_agg(wanted.place::int)
    FROM unnest(p_skus, p_hashes) WITH ORDINALITY AS wanted (sku, hash, place)
    CROSS JOIN LATERAL (
      SELECT r.row_hash, r.content_hash FROM import_rows r WHERE r.workspace_id = p_workspace AND r.sku = wanted.sku LIMIT 1
    ) AS known
    CROSS JOIN LATERAL (
      SELECT p.content_hash, p.deleted_at FROM products p WHERE p.workspace_id = p_workspace AND p.sku = wanted.sku LIMIT 1
    ) AS present
    WHERE known.row_hash = wanted.hash AND present.content_hash = known.content_hash AND present.deleted_at IS NULL
  );
END
$$;

-- Remembers rows whose products were found or left in a version; one that has another by now is not remembered.
CREATE FUNCTION import_rows_remember(p_workspace text, p_skus text[], p_versions bigint[], p_hashes bytea[]) RETURNS void
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
BEGIN
  INSERT INTO import_rows AS r (workspace_id, sku, row_hash, content_hash)
  SELECT p_workspace, wanted.sku, wanted.hash, present.content_hash
  FROM unnest(p_skus, p_versions, p_hashes) AS wanted (sku, version, hash)
  CROSS JOIN LATERAL (
    SELECT p.version, p.content_hash FROM products p WHERE p.workspace_id = p_workspace AND p.sku = wanted.sku LIMIT 1
  ) AS present
  WHERE present.version = wanted.version
  ON CONFLICT (workspace_id, sku) DO UPDATE SET row_hash = excluded.row_hash, content_hash = excluded.content_hash
  WHERE r.row_hash <> excluded.row_hash OR r.content_hash <> excluded.content_hash;
END
$$;
