-- Whether a product has a current price in a range: the sale price while the sale is active. Without currencies, only its
-- default price is compared; otherwise also those of its markets that have one of the currencies.
CREATE OR REPLACE FUNCTION product_costs(doc text, p_min numeric, p_max numeric, p_currencies text[]) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT EXISTS (
    SELECT FROM (
      SELECT d.price_currency AS currency, d.price_amount AS amount, d.sale_price_amount AS sale, d.sale_price_starts_at AS starts,
        d.sale_price_ends_at AS ends, cardinality(p_currencies) = 0 AS is_compared
      UNION ALL SELECT m.currency, m.amount, m.sale_amount, m.sale_starts_at, m.sale_ends_at, false
      FROM json_to_recordset(CASE WHEN json_typeof(d.prices) = 'array' THEN d.prices ELSE '[]' END)
        AS m (currency text, amount numeric, sale_amount numeric, sale_starts_at text, sale_ends_at text)
    ) AS each
    WHERE (each.is_compared OR each.currency = ANY (p_currencies))
      AND CASE WHEN each.sale IS NOT NULL AND coalesce(time_of(each.starts) <= now(), true)
          AND coalesce(time_of(each.ends) > now(), true)
        THEN each.sale ELSE each.amount END BETWEEN coalesce(p_min, 0) AND coalesce(p_max, 'Infinity')
  )
  FROM json_to_record(doc::json) AS d (price_currency text, price_amount numeric, sale_price_amount numeric,
    sale_price_starts_at text, sale_price_ends_at text, prices json)
$$;
