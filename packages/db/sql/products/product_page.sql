-- A page of products in the order of their SKUs, without filters. The documents are returned as one string, separated
-- by commas, because a hundred small values would cost the driver more than everything else. A page is shorter if its
-- documents would exceed 2,000,000 bytes together (LIMITS.listPageBytesMax), and has at least one. next is the SKU after
-- which the next page starts, null at the end.
CREATE OR REPLACE FUNCTION product_page(p_workspace text, p_actor text, p_after text, p_limit integer, OUT docs text, OUT next text)
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
BEGIN
  PERFORM set_config('app.workspace_id', p_workspace, true), set_config('app.actor', p_actor, true);
  SELECT string_agg(page.doc, ',' ORDER BY page.sku), max(page.sku) INTO docs, next
  FROM (
    SELECT p.sku, p.doc, sum(octet_length(p.doc)) OVER (ORDER BY p.sku ROWS UNBOUNDED PRECEDING) AS bytes FROM products p
    WHERE p.workspace_id = p_workspace AND p.sku > p_after AND p.deleted_at IS NULL
    ORDER BY p.sku LIMIT p_limit
  ) AS page
  WHERE page.bytes <= 2000000 OR page.bytes = octet_length(page.doc); -- the first one is all of its bytes
  IF NOT EXISTS (
    SELECT FROM products p WHERE p.workspace_id = p_workspace AND p.sku > next AND p.deleted_at IS NULL
  ) THEN
    next := NULL;
  END IF;
END
$$;
