-- A channel selects by the filters of the product list: text and time of change as well. The same as selection.ts says.
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
      AND (selection#>'{filters,q}' IS NULL
        OR strpos(lower(sku), lower(selection#>>'{filters,q}')) > 0
        OR coalesce(strpos(lower(brand), lower(selection#>>'{filters,q}')) > 0, false)
        OR coalesce(strpos(lower(doc::json->>'title'), lower(selection#>>'{filters,q}')) > 0, false))
    )
  )
$$;
