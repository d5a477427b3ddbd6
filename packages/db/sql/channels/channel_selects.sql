-- Whether a channel's selection includes a product, whatever the product's status: the same as selection.ts. A policy asks
-- it for each row, so it sets no search_path, which would keep the planner from inlining it, and names functions by schema.
CREATE OR REPLACE FUNCTION channel_selects(selection jsonb, sku text, availability text, brand text, doc text) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT NOT coalesce(selection->'exclude_skus' ? sku, false) AND (
    coalesce(selection->'include_skus' ? sku, false)
    OR (
      (selection#>'{filters,availability}' IS NULL OR selection#>'{filters,availability}' ? availability)
      AND (selection#>'{filters,brand}' IS NULL OR coalesce(selection#>'{filters,brand}' ? brand, false))
      AND (selection#>'{filters,condition}' IS NULL OR coalesce(selection#>'{filters,condition}' ? (doc::json->>'condition'), false))
      AND (selection#>'{filters,updated_after}' IS NULL OR coalesce(
        (doc::json->>'updated_at')::timestamptz > (selection#>>'{filters,updated_after}')::timestamptz, false))
      AND (selection#>'{filters,q}' IS NULL OR public.search_words(doc) LIKE ALL (public.selection_patterns(selection#>>'{filters,q}')))
    )
  )
$$;
