-- What a channel selects by `q` are words, looked for as the product list does. Before, it was one text in SKU, title or brand.

-- The API keeps words in small letters with a blank between; what was stored before may have signs around them. The first eight
-- count (LIMITS.searchWordsMax).
CREATE FUNCTION selection_patterns(p_query text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_agg('%' || replace(replace(replace(coalesce(nullif(bare, ''), word), '\', '\\'), '%', '\%'), '_', '\_') || '%')
  FROM (
    SELECT part FROM regexp_split_to_table(lower(p_query), '\s+') WITH ORDINALITY AS parts (part, place) ORDER BY place LIMIT 8
  ) AS first (word), regexp_replace(word, '^[[:punct:]]+|[[:punct:]]+$', '', 'g') AS bare
$$;

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
      AND (selection#>'{filters,q}' IS NULL OR search_words(doc) LIKE ALL (selection_patterns(selection#>>'{filters,q}')))
    )
  )
$$;

CREATE OR REPLACE FUNCTION search_conditions_term(p_conditions jsonb, p_words_lead boolean) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = public AS $$
  SELECT coalesce(string_agg(
    CASE WHEN c ? 'status' THEN format(' AND s.status%s = %L', hidden, c->>'status') ELSE '' END
    || CASE WHEN filters.term = 'true' THEN ''
       WHEN c ? 'include_skus' THEN format(' AND (%s OR s.sku = ANY (%L::text[]))', filters.term, jsonb_texts(c->'include_skus'))
       ELSE ' AND ' || filters.term END, ''), '')
  FROM jsonb_array_elements(p_conditions) AS c, (SELECT CASE WHEN p_words_lead THEN ' || ''''' ELSE '' END) AS plain (hidden), LATERAL (
    SELECT 'true'
      || CASE WHEN c ? 'availability'
         THEN format(' AND s.availability%s = ANY (%L::text[])', hidden, jsonb_texts(c->'availability')) ELSE '' END
      || CASE WHEN c ? 'brand' THEN format(' AND s.brand = ANY (%L::text[])', jsonb_texts(c->'brand')) ELSE '' END
      || coalesce((SELECT string_agg(' AND ' || search_contains(word), '')
         FROM jsonb_array_elements_text(CASE WHEN c ? 'words' THEN c->'words' END) AS word), '') AS term
  ) AS filters
$$;

-- Channels that have it go through their products again.
SET ROLE skucast_system; -- the owner of the tables sees no rows of them
UPDATE listing_walks w SET after_sku = '', due_at = now() FROM channels c
WHERE c.workspace_id = w.workspace_id AND c.id = w.channel_id AND c.selection#>'{filters,q}' IS NOT NULL;
RESET ROLE;
