-- Whether a text is JSON. Not for conditions that a parallel query may evaluate: PostgreSQL does not run exception blocks in it.
-- PostgreSQL 16 has IS JSON.
CREATE OR REPLACE FUNCTION is_json(text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  PERFORM $1::pg_catalog.json;
  RETURN true;
EXCEPTION WHEN invalid_text_representation THEN
  RETURN false;
END
$$;
