-- The condition that a row meets one of each pair of conditions (see search_lead), as SQL on `s`. It names all combinations
-- of the first three pairs, because an index of several columns combines conditions within itself only if they are joined
-- by AND.
CREATE OR REPLACE FUNCTION search_led(p_leads jsonb) RETURNS text LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp AS $$
  WITH leads AS (
    SELECT place::integer - 1 AS place, lead->>0 AS terms, lead->>1 AS codes FROM jsonb_array_elements(p_leads) WITH ORDINALITY AS l (lead, place)
  ), combinations AS (
    SELECT '(' || string_agg(CASE WHEN (number >> place) & 1 = 0 THEN terms ELSE codes END, ' AND ') || ')' AS term
    FROM generate_series(0, (1 << least(jsonb_array_length(p_leads), 3)) - 1) AS number, leads WHERE place < 3 GROUP BY number
  )
  SELECT concat_ws(' AND ', coalesce((SELECT '(' || string_agg(term, ' OR ') || ')' FROM combinations), 'true'),
    (SELECT string_agg('(' || terms || ' OR ' || codes || ')', ' AND ') FROM leads WHERE place >= 3))
$$;
