-- Whether a product meets all conditions of a channel's selection. They mean the same as in rules (condition.ts of the
-- profiles); one set of cases tests both. Names are qualified because policies call it through channel_selects.
CREATE OR REPLACE FUNCTION product_meets(doc text, conditions jsonb) RETURNS boolean LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
  product jsonb;
  condition jsonb;
BEGIN
  -- A stored text that is not a product must not stop a run for the others.
  IF pg_catalog.left(doc, 1) <> '{' THEN RETURN false; END IF;
  product := doc::jsonb;
  FOR condition IN SELECT each.value FROM pg_catalog.jsonb_array_elements(conditions) AS each LOOP
    IF NOT public.value_meets(product, condition) THEN RETURN false; END IF;
  END LOOP;
  RETURN true;
END
$$;
