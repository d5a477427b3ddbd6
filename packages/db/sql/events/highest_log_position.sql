-- The highest position of all events and products. Runs as skucast_system, because the owner sees no rows.
CREATE OR REPLACE FUNCTION highest_log_position() RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = public, pg_temp SET row_security = on AS $$
  SELECT coalesce(max(highest.log_position), 0)
  FROM workspaces w CROSS JOIN LATERAL (
    (SELECT e.log_position FROM events e WHERE e.workspace_id = w.id ORDER BY e.log_position DESC LIMIT 1)
    UNION ALL
    (SELECT p.log_position FROM products p WHERE p.workspace_id = w.id ORDER BY p.log_position DESC LIMIT 1)
  ) highest
$$;
ALTER FUNCTION highest_log_position OWNER TO skucast_system;
