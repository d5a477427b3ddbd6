-- The statements of the product paths (packages/db/src/products). Functions, because the workspace must be bound before
-- row-level security looks at a row, in the same round trip and the same implicit transaction. Their plans are generic:
-- PostgreSQL would otherwise plan anew at each call, which costs several times the work itself, because it takes an
-- array of unknown length for ten entries. And they go by the primary key whatever the statistics say: a plan made while
-- the table was empty, or for a page of unknown length, would read all of it.

-- Present state of some products, tombstones too. The document is left out where the stored content hash equals the
-- one that was passed: an unchanged product is known by its hash alone.
CREATE FUNCTION product_read(p_workspace text, p_skus text[], p_hashes bytea[])
RETURNS TABLE (sku text, id text, version bigint, created_at timestamptz, deleted boolean, same boolean, doc text)
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('app.workspace_id', p_workspace, true);
  RETURN QUERY
    SELECT p.sku, p.id, p.version, p.created_at::timestamptz, p.deleted_at IS NOT NULL, p.content_hash = wanted.hash,
           CASE WHEN p.content_hash = wanted.hash THEN NULL ELSE p.doc END
    FROM unnest(p_skus, p_hashes) AS wanted (sku, hash)
    JOIN products p ON p.workspace_id = p_workspace AND p.sku = wanted.sku;
END
$$;

-- Writes decided changes and appends their events, in one statement. A row is changed only if the stored version is
-- still the one the decision was made on. Answers the SKUs that were written, null for all of them; the others are
-- decided anew. With p_atomic, one such row undoes the whole statement (SQLSTATE 40001). A new SKU (expected version 0)
-- that another write created in the meantime undoes it in any case (23505): without ON CONFLICT, no join is needed to
-- know what was inserted. A row without an event id tells nothing.
-- The arrays must be ordered by SKU, so that two statements cannot wait for each other.
CREATE FUNCTION product_write(
  p_workspace text, p_now timestamptz, p_traceparents text[], p_atomic boolean,
  p_skus text[], p_ids text[], p_expected bigint[], p_versions bigint[], p_statuses text[], p_availabilities text[],
  p_brands text[], p_hashes bytea[], p_docs text[], p_created timestamptz[], p_deleted boolean[],
  p_event_ids text[], p_event_types text[], p_previous text[]
) RETURNS text[]
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
  v_written text[];
BEGIN
  PERFORM set_config('app.workspace_id', p_workspace, true);
    WITH change AS (
      SELECT * FROM unnest(
        p_skus, p_ids, p_expected, p_versions, p_statuses, p_availabilities, p_brands, p_hashes, p_docs, p_created,
        p_deleted, p_event_ids, p_event_types, p_previous, p_traceparents
      ) AS c (sku, id, expected, version, status, availability, brand, hash, doc, created, deleted, event_id, event_type, previous, traceparent)
    ), updated AS (
      UPDATE products p SET
        id = c.id, version = c.version, status = c.status, availability = c.availability, brand = c.brand,
        content_hash = c.hash, doc = c.doc, created_at = c.created, updated_at = p_now,
        deleted_at = CASE WHEN c.deleted THEN p_now END
      FROM change c
      WHERE c.expected > 0 AND p.workspace_id = p_workspace AND p.sku = c.sku AND p.version = c.expected
      RETURNING c.sku, c.id, c.version, c.doc, c.event_id, c.event_type, c.previous, c.traceparent
    ), inserted AS (
      INSERT INTO products (workspace_id, sku, id, version, status, availability, brand, content_hash, doc, created_at, updated_at)
      SELECT p_workspace, c.sku, c.id, c.version, c.status, c.availability, c.brand, c.hash, c.doc, c.created, p_now
      FROM change c WHERE c.expected = 0
    ), written AS (
      SELECT u.sku, u.id, u.version, u.doc, u.event_id, u.event_type, u.previous, u.traceparent FROM updated u
      UNION ALL
      SELECT c.sku, c.id, c.version, c.doc, c.event_id, c.event_type, c.previous, c.traceparent FROM change c WHERE c.expected = 0
    ), appended AS (
      INSERT INTO events (workspace_id, id, type, object_id, sequence, data, traceparent, created_at)
      SELECT p_workspace, w.event_id, w.event_type, w.id, w.version,
             '{"object":' || w.doc || ',"previous":' || w.previous || '}', w.traceparent, p_now
      FROM written w WHERE w.event_id IS NOT NULL
    ), queued AS (
      INSERT INTO outbox (workspace_id, event_id, created_at) SELECT p_workspace, w.event_id, p_now FROM written w
      WHERE w.event_id IS NOT NULL
    )
    SELECT array_agg(w.sku) INTO v_written FROM written w;
  IF cardinality(v_written) = cardinality(p_skus) THEN
    RETURN NULL;
  END IF;
  IF p_atomic THEN
    RAISE EXCEPTION 'another write came first' USING ERRCODE = 'serialization_failure';
  END IF;
  RETURN coalesce(v_written, '{}');
END
$$;

-- One page of products in the order of their SKUs, the unfiltered list: its own statement because it is the hot one. The
-- documents come as one text, with commas between them: a hundred small values would cost the driver more than the rest.
-- next is the SKU after which the next page begins, null at the end.
CREATE FUNCTION product_page(p_workspace text, p_after text, p_limit integer, OUT docs text, OUT next text)
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
  v_count integer;
BEGIN
  PERFORM set_config('app.workspace_id', p_workspace, true);
  SELECT string_agg(page.doc, ',' ORDER BY page.sku), max(page.sku), count(*) INTO docs, next, v_count
  FROM (
    SELECT p.sku, p.doc FROM products p
    WHERE p.workspace_id = p_workspace AND p.sku > p_after AND p.deleted_at IS NULL
    ORDER BY p.sku LIMIT p_limit
  ) AS page;
  IF v_count < p_limit OR NOT EXISTS (
    SELECT FROM products p WHERE p.workspace_id = p_workspace AND p.sku > next AND p.deleted_at IS NULL
  ) THEN
    next := NULL;
  END IF;
END
$$;
