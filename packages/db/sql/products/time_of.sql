-- A time of a stored document (RFC 3339). Null for what PostgreSQL cannot read: a time that does not exist, the year 0, an
-- offset of 16 hours or more. Such times were once accepted, and pg_input_is_valid needs PostgreSQL 16.
CREATE OR REPLACE FUNCTION time_of(given text) RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN given ~ ('^(?!0000)\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,50})?)?'
      || '(Z|[+-](0\d|1[0-5]):[0-5]\d)$')
    THEN CASE WHEN pg_catalog.substr(given, 9, 2)::integer <=
        pg_catalog.date_part('day', (pg_catalog.left(given, 8) || '01')::date + interval '1 month' - interval '1 day')
      THEN given::timestamptz END
  END
$$;
