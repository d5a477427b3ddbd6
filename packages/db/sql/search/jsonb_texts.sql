-- The strings of a JSON array.
CREATE OR REPLACE FUNCTION jsonb_texts(p_list jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_agg(value) FROM jsonb_array_elements_text(p_list) AS value
$$;
