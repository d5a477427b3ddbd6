-- Copies the next products of a workspace from product_search to product_words, in the order of their SKUs, and deletes their
-- former rows when all are copied. Returns whether there was anything to do. The caller has locked the progress of the
-- workspace.
CREATE OR REPLACE FUNCTION search_copy(p_workspace text, p_copied_sku text, p_limit integer) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  v_skus text[];
  v_count integer;
BEGIN
  IF p_copied_sku IS NULL THEN
    DELETE FROM product_search WHERE ctid = ANY (ARRAY(SELECT ctid FROM product_search WHERE workspace_id = p_workspace LIMIT p_limit));
    RETURN FOUND;
  END IF;
  SELECT coalesce(array_agg(next.sku ORDER BY next.sku), '{}'), count(*) INTO v_skus, v_count
  FROM (SELECT sku FROM products WHERE workspace_id = p_workspace AND sku > p_copied_sku ORDER BY sku LIMIT p_limit) AS next;
  IF v_count > 0 THEN
    PERFORM product_search_refresh(array_fill(p_workspace, ARRAY[v_count]), v_skus);
  END IF;
  UPDATE search_progress SET copied_sku = CASE WHEN v_count = p_limit THEN v_skus[v_count] END WHERE workspace_id = p_workspace;
  RETURN true;
END
$$;
REVOKE ALL ON FUNCTION search_copy FROM PUBLIC;
GRANT EXECUTE ON FUNCTION search_copy TO skucast_system;
