-- Whether the selection of a channel includes a product. The status of the product does not matter. The same rules as
-- selection.ts. A policy calls it for each row, so it sets no search_path, which would keep the planner from inlining
-- it, and qualifies function names with their schema.
CREATE OR REPLACE FUNCTION channel_selects(selection jsonb, sku text, availability text, brand text, doc text) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT NOT coalesce(selection->'exclude_skus' ? sku, false) AND (
    coalesce(selection->'include_skus' ? sku, false)
    OR (
      (selection#>'{filters,availability}' IS NULL OR selection#>'{filters,availability}' ? availability)
      AND (selection#>'{filters,brand}' IS NULL OR coalesce(selection#>'{filters,brand}' ? brand, false))
      AND (selection#>'{filters,condition}' IS NULL OR coalesce(selection#>'{filters,condition}' ? (doc::json->>'condition'), false))
      AND (selection#>'{filters,updated_after}' IS NULL OR coalesce(
        (doc::json->>'updated_at')::timestamptz > public.time_of(selection#>>'{filters,updated_after}'), false))
      AND (selection#>'{filters,q}' IS NULL OR public.search_words(doc) LIKE ALL (public.selection_patterns(selection#>>'{filters,q}')))
      AND (selection->'conditions' IS NULL OR public.product_meets(doc, selection->'conditions'))
    )
  )
$$;
