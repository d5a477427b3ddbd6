-- Writes decided changes of products, appends their events and counts what the workspace holds, in one transaction.
--
-- A row is changed only if the stored version is still the expected one. Returns the SKUs that were written, or null if
-- all were. The caller decides the others again. With p_atomic, one such row rolls the whole statement back (SQLSTATE
-- 40001). A new SKU (expected version 0) that another write has created meanwhile always rolls it back (23505): without
-- ON CONFLICT, no join is needed to know what was inserted.
--
-- A row without an event id has no event. More than ten products in one statement are a bulk change: their events wait
-- for those of single changes, and for the turn of their workspace. p_previous is what follows the object in the
-- data of an event, as JSON: the former values, and the members after them. The arrays must be ordered by SKU, so that
-- two statements cannot deadlock.
--
-- The setting app.source_id names the source whose import writes. Other writes keep the source of a product.
--
-- p_products and p_bytes are what each change adds to the number of products and to the bytes of their documents. They
-- are added last, when nothing else is waited for, to the shard of this connection: two connections rarely share one.
CREATE OR REPLACE FUNCTION product_store(
  p_workspace text, p_actor text, p_now timestamptz, p_traceparents text[], p_atomic boolean,
  p_skus text[], p_ids text[], p_expected bigint[], p_versions bigint[], p_statuses text[], p_availabilities text[],
  p_brands text[], p_hashes bytea[], p_docs text[], p_created timestamptz[], p_deleted boolean[],
  p_event_ids text[], p_event_types text[], p_previous text[], p_row_hashes bytea[], p_archived_from text[],
  p_products int[], p_bytes int[]
) RETURNS text[]
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET enable_nestloop = off SET enable_mergejoin = off
AS $$
DECLARE
  v_source text := nullif(current_setting('app.source_id', true), '');
  v_written text[];
  v_products bigint;
  v_bytes bigint;
BEGIN
  PERFORM set_config('app.workspace_id', p_workspace, true), set_config('app.actor', p_actor, true);
  -- Without this check, a row that policies hide would look like a concurrent write, and be decided again.
  IF NOT actor_writes() THEN
    RAISE EXCEPTION 'writing products violates row-level security policy' USING ERRCODE = 'insufficient_privilege';
  END IF;
    WITH change AS (
      SELECT * FROM unnest(
        p_skus, p_ids, p_expected, p_versions, p_statuses, p_availabilities, p_brands, p_hashes, p_docs, p_created,
        p_deleted, p_event_ids, p_event_types, p_previous, p_traceparents, p_row_hashes, p_archived_from,
        p_products, p_bytes
      ) AS c (sku, id, expected, version, status, availability, brand, hash, doc, created, deleted, event_id, event_type, previous, traceparent,
              row_hash, archived_from, products, bytes)
    ), updated AS (
      UPDATE products p SET
        id = c.id, version = c.version, status = c.status, availability = c.availability, brand = c.brand,
        content_hash = c.hash, doc = c.doc, created_at = c.created, updated_at = p_now,
        deleted_at = CASE WHEN c.deleted THEN p_now END, row_hash = c.row_hash, archived_from = c.archived_from,
        source_id = coalesce(v_source, p.source_id), log_position = DEFAULT
      FROM change c
      WHERE c.expected > 0 AND p.workspace_id = p_workspace AND p.sku = ANY(p_skus) AND p.sku = c.sku AND p.version = c.expected
      RETURNING c.sku, c.id, c.version, c.doc, c.event_id, c.event_type, c.previous, c.traceparent, c.products, c.bytes
    ), inserted AS (
      INSERT INTO products (workspace_id, sku, id, version, status, availability, brand, content_hash, doc, created_at, updated_at, row_hash, source_id)
      SELECT p_workspace, c.sku, c.id, c.version, c.status, c.availability, c.brand, c.hash, c.doc, c.created, p_now, c.row_hash, v_source
      FROM change c WHERE c.expected = 0
    ), written AS (
      SELECT u.sku, u.id, u.version, u.doc, u.event_id, u.event_type, u.previous, u.traceparent, u.products, u.bytes FROM updated u
      UNION ALL
      SELECT c.sku, c.id, c.version, c.doc, c.event_id, c.event_type, c.previous, c.traceparent, c.products, c.bytes
      FROM change c WHERE c.expected = 0
    ), appended AS (
      INSERT INTO events (workspace_id, id, type, object_id, sequence, data, traceparent, created_at)
      SELECT p_workspace, w.event_id, w.event_type, w.id, w.version,
             '{"object":' || w.doc || ',"previous":' || w.previous || '}', w.traceparent, p_now
      FROM written w WHERE w.event_id IS NOT NULL
    ), queued AS (
      INSERT INTO outbox (workspace_id, event_id, created_at, is_bulk)
      SELECT p_workspace, w.event_id, p_now, cardinality(p_skus) > 10 FROM written w
      WHERE w.event_id IS NOT NULL
    )
    SELECT array_agg(w.sku), coalesce(sum(w.products), 0), coalesce(sum(w.bytes), 0) INTO v_written, v_products, v_bytes FROM written w;
  IF v_products <> 0 OR v_bytes <> 0 THEN
    UPDATE workspace_usage SET products = products + v_products, catalog_bytes = catalog_bytes + v_bytes
    WHERE workspace_id = p_workspace AND shard = pg_backend_pid() % 16;
    IF NOT FOUND THEN
      INSERT INTO workspace_usage AS u (workspace_id, shard, products, catalog_bytes)
      VALUES (p_workspace, pg_backend_pid() % 16, v_products, v_bytes)
      ON CONFLICT (workspace_id, shard)
      DO UPDATE SET products = u.products + EXCLUDED.products, catalog_bytes = u.catalog_bytes + EXCLUDED.catalog_bytes;
    END IF;
  END IF;
  IF cardinality(v_written) = cardinality(p_skus) THEN
    RETURN NULL;
  END IF;
  IF p_atomic THEN
    RAISE EXCEPTION 'another write came first' USING ERRCODE = 'serialization_failure';
  END IF;
  RETURN coalesce(v_written, '{}');
END
$$;
