-- Brands of the workspace of the transaction that start with a prefix, ignoring case. An actor who sees only part of
-- the catalog gets none, because there is no list of the brands of that part. Each of the two tables of words has its own
-- query, so that each reads no more brands than it returns.
CREATE OR REPLACE FUNCTION own_brands(p_prefix text, p_limit integer) RETURNS TABLE (brand text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  (SELECT b.brand FROM search_brands b
   WHERE b.workspace_id = current_workspace() AND (SELECT actor_sees_all()) AND (SELECT search_table(current_workspace())) = 'product_words'
     AND lower(b.brand) COLLATE "C" >= lower(p_prefix) AND lower(b.brand) COLLATE "C" < lower(p_prefix) || U&'\+10FFFF'
     AND EXISTS (SELECT FROM product_words s WHERE s.workspace_id = b.workspace_id AND s.brand = b.brand)
   ORDER BY lower(b.brand) COLLATE "C", b.brand LIMIT p_limit)
  UNION ALL
  (SELECT b.brand FROM search_brands b
   WHERE b.workspace_id = current_workspace() AND (SELECT actor_sees_all()) AND (SELECT search_table(current_workspace())) = 'product_search'
     AND lower(b.brand) COLLATE "C" >= lower(p_prefix) AND lower(b.brand) COLLATE "C" < lower(p_prefix) || U&'\+10FFFF'
     AND EXISTS (SELECT FROM product_search s WHERE s.workspace_id = b.workspace_id AND s.brand = b.brand)
   ORDER BY lower(b.brand) COLLATE "C", b.brand LIMIT p_limit)
$$;
ALTER FUNCTION own_brands OWNER TO skucast_search;
REVOKE ALL ON FUNCTION own_brands FROM PUBLIC;
GRANT EXECUTE ON FUNCTION own_brands TO skucast_app;
