-- Whether a product meets one condition, or a group of them.
CREATE OR REPLACE FUNCTION value_meets(product jsonb, condition jsonb) RETURNS boolean LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
  op text := condition->>'op';
  is_met boolean;
  inner_condition jsonb;
  field text;
  dot integer;
  given jsonb;
  own text;
  wanted text := condition->>'value';
  found_at timestamptz;
BEGIN
  IF op IN ('and', 'or', 'not') THEN
    is_met := op <> 'or';
    FOR inner_condition IN SELECT each.value FROM pg_catalog.jsonb_array_elements(condition->'conditions') AS each LOOP
      IF op = 'or' AND public.value_meets(product, inner_condition) THEN RETURN true; END IF;
      IF op = 'and' AND NOT public.value_meets(product, inner_condition) THEN RETURN false; END IF;
      IF op = 'not' AND public.value_meets(product, inner_condition) THEN RETURN false; END IF;
    END LOOP;
    RETURN is_met;
  END IF;

  field := condition->>'field';
  dot := pg_catalog.strpos(field, '.');
  given := CASE WHEN dot = 0 THEN product->field
    ELSE product->pg_catalog.left(field, dot - 1)->pg_catalog.substr(field, dot + 1) END;
  IF op = 'includes' THEN
    IF pg_catalog.jsonb_typeof(given) IS DISTINCT FROM 'array' THEN RETURN coalesce(public.value_text(given) = wanted, false); END IF;
    RETURN EXISTS (SELECT FROM pg_catalog.jsonb_array_elements(given) AS item WHERE public.value_text(item.value) = wanted);
  END IF;
  own := public.value_text(given);
  CASE op
    WHEN 'exists', 'missing' THEN is_met := (op = 'exists') = public.value_is_given(given);
    WHEN 'equals' THEN is_met := own = wanted;
    WHEN 'not_equals' THEN is_met := own IS DISTINCT FROM wanted;
    WHEN 'one_of' THEN
      is_met := EXISTS (SELECT FROM pg_catalog.jsonb_array_elements_text(condition->'values') AS item WHERE item.value = own);
    WHEN 'contains' THEN is_met := pg_catalog.strpos(pg_catalog.lower(own), pg_catalog.lower(wanted)) > 0;
    WHEN 'starts_with' THEN is_met := pg_catalog.starts_with(pg_catalog.lower(own), pg_catalog.lower(wanted));
    WHEN 'ends_with' THEN
      is_met := pg_catalog.right(pg_catalog.lower(own), pg_catalog.length(pg_catalog.lower(wanted))) = pg_catalog.lower(wanted);
    WHEN 'above', 'below' THEN
      is_met := CASE op WHEN 'above' THEN public.value_number(own) > wanted::numeric
        ELSE public.value_number(own) < wanted::numeric END;
    WHEN 'older_than_days', 'newer_than_days' THEN
      IF own ~ '^\d{4}-\d\d-\d\d$' THEN own := own || 'T00:00:00Z'; END IF;
      found_at := public.time_of(own);
      IF found_at IS NOT NULL THEN
        is_met := (op = 'older_than_days') = (found_at <= pg_catalog.now() - wanted::numeric::integer * interval '24 hours');
      END IF;
    ELSE is_met := false;
  END CASE;
  RETURN coalesce(is_met, false);
END
$$;
