-- The wall between people of one workspace. A transaction is bound to a workspace and to an actor: app.actor is a user's
-- id, or '*' for keys and workers, which act for the whole workspace. Unset is nobody, who sees nothing.
--
-- What a person may follows from the membership, which the database looks up itself:
--   viewer            reads
--   editor            reads and writes products, channels, feeds, runs, destinations and webhooks
--   owner, admin      also members, invitations, keys, connected apps and the audit log
--   restricted        (a membership with channels) sees those channels, their feeds, runs and the destinations these name,
--                     and the products that they select; writes no more than it sees, and makes no channel
-- These policies are RESTRICTIVE: they take away from what the workspace's policy gives, and cannot give.

CREATE FUNCTION current_actor() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT nullif(current_setting('app.actor', true), '')
$$;
CREATE FUNCTION acts_for_workspace() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT coalesce(current_setting('app.actor', true) = '*', false)
$$;

-- The two look-ups run as a role of their own, to which none of the policies below applies: a policy on memberships that
-- read memberships would never end. It sees the actor's own membership and nothing else.
DO $$
BEGIN
  BEGIN
    CREATE ROLE skucast_lookup NOLOGIN;
  EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; -- another database of the cluster has made it
  END;
  EXECUTE format('GRANT skucast_lookup TO %I', current_user);
END
$$;
GRANT USAGE, CREATE ON SCHEMA public TO skucast_lookup; -- CREATE: for becoming the owner of the functions
GRANT SELECT (workspace_id, user_id, role, channel_ids) ON memberships TO skucast_lookup;
CREATE POLICY own_membership ON memberships FOR SELECT TO skucast_lookup
  USING (workspace_id = current_workspace() AND user_id = current_actor());

CREATE FUNCTION actor_role() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE SECURITY DEFINER SET search_path = public AS $$
  SELECT role FROM memberships WHERE workspace_id = current_workspace() AND user_id = current_actor()
$$;
-- Ids of the channels that the actor is restricted to; null when it is not, or is no member.
CREATE FUNCTION actor_channels() RETURNS jsonb LANGUAGE sql STABLE PARALLEL SAFE SECURITY DEFINER SET search_path = public AS $$
  SELECT channel_ids FROM memberships WHERE workspace_id = current_workspace() AND user_id = current_actor()
$$;
ALTER FUNCTION actor_role() OWNER TO skucast_lookup;
ALTER FUNCTION actor_channels() OWNER TO skucast_lookup;
REVOKE CREATE ON SCHEMA public FROM skucast_lookup;

CREATE FUNCTION actor_is_member() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT acts_for_workspace() OR actor_role() IS NOT NULL
$$;
CREATE FUNCTION actor_sees_all() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT acts_for_workspace() OR (actor_role() IS NOT NULL AND actor_channels() IS NULL)
$$;
CREATE FUNCTION actor_writes() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT acts_for_workspace() OR coalesce(actor_role() IN ('owner', 'admin', 'editor'), false)
$$;
CREATE FUNCTION actor_manages() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT acts_for_workspace() OR coalesce(actor_role() IN ('owner', 'admin'), false)
$$;

-- Whether a channel's selection names a product, whatever the product's status: the same as selection.ts says.
CREATE FUNCTION channel_selects(selection jsonb, sku text, availability text, brand text, doc text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT NOT coalesce(selection->'exclude_skus' ? sku, false) AND (
    coalesce(selection->'include_skus' ? sku, false)
    OR (
      (selection#>'{filters,availability}' IS NULL OR selection#>'{filters,availability}' ? availability)
      AND (selection#>'{filters,brand}' IS NULL OR coalesce(selection#>'{filters,brand}' ? brand, false))
      AND (selection#>'{filters,condition}' IS NULL OR coalesce(selection#>'{filters,condition}' ? (doc::json->>'condition'), false))
    )
  )
$$;

-- Policies as rows: table, what is asked, who sees it, who writes it (inserts, if that differs).
CREATE PROCEDURE pg_temp.wall(own_table text, sees text, writes text, inserts text DEFAULT NULL) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE POLICY actor_sees ON %I AS RESTRICTIVE FOR SELECT TO skucast_app USING (%s)', own_table, sees);
  EXECUTE format('CREATE POLICY actor_inserts ON %I AS RESTRICTIVE FOR INSERT TO skucast_app WITH CHECK (%s)', own_table, coalesce(inserts, writes));
  EXECUTE format('CREATE POLICY actor_updates ON %I AS RESTRICTIVE FOR UPDATE TO skucast_app USING (%s) WITH CHECK (%s)', own_table, writes, writes);
  EXECUTE format('CREATE POLICY actor_deletes ON %I AS RESTRICTIVE FOR DELETE TO skucast_app USING (%s)', own_table, writes);
END
$$;

DO $$
DECLARE
  nobody constant text := '(SELECT acts_for_workspace())'; -- no person
  is_member constant text := '(SELECT actor_is_member())';
  sees_all constant text := '(SELECT actor_sees_all())';
  writes constant text := '(SELECT actor_writes())';
  manages constant text := '(SELECT actor_manages())';
  writes_all constant text := '(SELECT actor_writes()) AND (SELECT actor_sees_all())';
  selected constant text := '(SELECT actor_sees_all()) OR EXISTS (SELECT FROM channels c WHERE c.workspace_id = products.workspace_id
    AND channel_selects(c.selection, products.sku, products.availability, products.brand, products.doc))';
  own_channel constant text := '(SELECT actor_sees_all()) OR (SELECT actor_channels()) ? id';
  of_channel constant text := '(SELECT actor_sees_all()) OR (SELECT actor_channels()) ? channel_id';
  of_feed constant text := '(SELECT actor_sees_all()) OR EXISTS (SELECT FROM feeds f WHERE f.workspace_id = runs.workspace_id AND f.id = runs.feed_id)';
  of_deliveries constant text := '(SELECT actor_sees_all()) OR EXISTS (SELECT FROM feeds f WHERE f.workspace_id = destinations.workspace_id
    AND f.deliveries @> jsonb_build_array(jsonb_build_object(''destination_id'', destinations.id)))';
  own_grant constant text := '(SELECT actor_manages()) OR user_id = (SELECT current_actor())';
  -- Only an owner makes, changes or removes an owner.
  not_owner constant text := '(role <> ''owner'' OR (SELECT acts_for_workspace()) OR (SELECT actor_role()) = ''owner'')';
BEGIN
  CALL pg_temp.wall('products', selected, format('%s AND (%s)', writes, selected));
  CALL pg_temp.wall('channels', own_channel, format('%s AND (%s)', writes, own_channel), writes_all);
  CALL pg_temp.wall('feeds', of_channel, format('%s AND (%s)', writes, of_channel));
  CALL pg_temp.wall('runs', of_feed, format('%s AND (%s)', writes, of_feed));
  CALL pg_temp.wall('destinations', of_deliveries, writes_all);
  CALL pg_temp.wall('webhook_endpoints', sees_all, writes_all);
  CALL pg_temp.wall('deliveries', sees_all, writes_all);
  CALL pg_temp.wall('delivery_attempts', sees_all, writes_all);
  -- A restricted editor's change is an event too, which it does not get to read.
  CALL pg_temp.wall('events', sees_all, nobody, writes);
  CALL pg_temp.wall('outbox', nobody, nobody, writes);
  CALL pg_temp.wall('inbox', nobody, nobody);
  CALL pg_temp.wall('idempotency_keys', is_member, is_member);
  CALL pg_temp.wall('memberships', '(SELECT actor_manages()) OR user_id = (SELECT current_actor())', format('%s AND %s', manages, not_owner));
  CALL pg_temp.wall('invitations', manages, format('%s AND %s', manages, not_owner));
  CALL pg_temp.wall('api_keys', manages, manages);
  CALL pg_temp.wall('oauth_grants', own_grant, own_grant);
  CALL pg_temp.wall('audit_entries', manages, nobody, is_member);
  CALL pg_temp.wall('workspaces', is_member, manages);
END
$$;
-- Anybody may leave.
DROP POLICY actor_deletes ON memberships;
CREATE POLICY actor_deletes ON memberships AS RESTRICTIVE FOR DELETE TO skucast_app USING (
  user_id = (SELECT current_actor())
  OR ((SELECT actor_manages()) AND (role <> 'owner' OR (SELECT acts_for_workspace()) OR (SELECT actor_role()) = 'owner'))
);

-- What a channel selects is what its restricted members see: they do not choose it themselves. A policy cannot compare a
-- row with what it was.
CREATE FUNCTION hold_selection() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_user = 'skucast_app' AND NOT actor_sees_all() THEN
    RAISE EXCEPTION 'changing what a channel selects violates row-level security policy' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER hold_selection BEFORE UPDATE OF selection ON channels FOR EACH ROW
  WHEN (OLD.selection IS DISTINCT FROM NEW.selection) EXECUTE FUNCTION hold_selection();

-- An invitation is as good as the right of who made it: it ends when that person leaves or may no longer make it.
CREATE FUNCTION withdraw_invitations() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  UPDATE invitations SET revoked_at = now()
  WHERE workspace_id = OLD.workspace_id AND invited_by = OLD.user_id AND accepted_at IS NULL AND revoked_at IS NULL
    AND (TG_OP = 'DELETE' OR NEW.role NOT IN ('owner', 'admin') OR (role = 'owner' AND NEW.role <> 'owner'));
  RETURN NULL;
END
$$;
GRANT CREATE ON SCHEMA public TO skucast_system; -- for becoming the owner of the function
ALTER FUNCTION withdraw_invitations() OWNER TO skucast_system;
REVOKE CREATE ON SCHEMA public FROM skucast_system;
CREATE TRIGGER withdraw_invitations AFTER UPDATE OF role ON memberships FOR EACH ROW
  WHEN (OLD.role IS DISTINCT FROM NEW.role) EXECUTE FUNCTION withdraw_invitations();
CREATE TRIGGER withdraw_invitations_of_gone AFTER DELETE ON memberships FOR EACH ROW EXECUTE FUNCTION withdraw_invitations();

-- The statements of the product paths, bound to an actor as well; but for that, as they were.
DROP FUNCTION product_read(text, text[], bytea[]);
DROP FUNCTION product_write(text, timestamptz, text[], boolean, text[], text[], bigint[], bigint[], text[], text[], text[],
  bytea[], text[], timestamptz[], boolean[], text[], text[], text[]);
DROP FUNCTION product_page(text, text, integer);

-- Present state of some products, tombstones too. The document is left out where the stored content hash equals the
-- one that was passed: an unchanged product is known by its hash alone.
CREATE FUNCTION product_read(p_workspace text, p_actor text, p_skus text[], p_hashes bytea[])
RETURNS TABLE (sku text, id text, version bigint, created_at timestamptz, deleted boolean, same boolean, doc text)
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('app.workspace_id', p_workspace, true), set_config('app.actor', p_actor, true);
  RETURN QUERY
    SELECT p.sku, p.id, p.version, p.created_at::timestamptz, p.deleted_at IS NOT NULL, p.content_hash = wanted.hash,
           CASE WHEN p.content_hash = wanted.hash THEN NULL ELSE p.doc END
    FROM unnest(p_skus, p_hashes) AS wanted (sku, hash)
    JOIN products p ON p.workspace_id = p_workspace AND p.sku = wanted.sku;
END
$$;

-- Writes decided changes and appends their events, in one statement. A row is changed only if the stored version is
-- still the one the decision was made on. Answers the SKUs that were written, null for all of them; the others are
-- decided anew. With p_atomic, one such row undoes the whole statement (SQLSTATE 40001). A new SKU (expected version 0)
-- that another write created in the meantime undoes it in any case (23505): without ON CONFLICT, no join is needed to
-- know what was inserted. A row without an event id tells nothing.
-- The arrays must be ordered by SKU, so that two statements cannot wait for each other.
CREATE FUNCTION product_write(
  p_workspace text, p_actor text, p_now timestamptz, p_traceparents text[], p_atomic boolean,
  p_skus text[], p_ids text[], p_expected bigint[], p_versions bigint[], p_statuses text[], p_availabilities text[],
  p_brands text[], p_hashes bytea[], p_docs text[], p_created timestamptz[], p_deleted boolean[],
  p_event_ids text[], p_event_types text[], p_previous text[]
) RETURNS text[]
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
  v_written text[];
BEGIN
  PERFORM set_config('app.workspace_id', p_workspace, true), set_config('app.actor', p_actor, true);
  -- An update that policies hide from looks like a lost race, which would be decided anew.
  IF NOT actor_writes() THEN
    RAISE EXCEPTION 'writing products violates row-level security policy' USING ERRCODE = 'insufficient_privilege';
  END IF;
    WITH change AS (
      SELECT * FROM unnest(
        p_skus, p_ids, p_expected, p_versions, p_statuses, p_availabilities, p_brands, p_hashes, p_docs, p_created,
        p_deleted, p_event_ids, p_event_types, p_previous, p_traceparents
      ) AS c (sku, id, expected, version, status, availability, brand, hash, doc, created, deleted, event_id, event_type, previous, traceparent)
    ), updated AS (
      UPDATE products p SET
        id = c.id, version = c.version, status = c.status, availability = c.availability, brand = c.brand,
        content_hash = c.hash, doc = c.doc, created_at = c.created, updated_at = p_now,
        deleted_at = CASE WHEN c.deleted THEN p_now END
      FROM change c
      WHERE c.expected > 0 AND p.workspace_id = p_workspace AND p.sku = c.sku AND p.version = c.expected
      RETURNING c.sku, c.id, c.version, c.doc, c.event_id, c.event_type, c.previous, c.traceparent
    ), inserted AS (
      INSERT INTO products (workspace_id, sku, id, version, status, availability, brand, content_hash, doc, created_at, updated_at)
      SELECT p_workspace, c.sku, c.id, c.version, c.status, c.availability, c.brand, c.hash, c.doc, c.created, p_now
      FROM change c WHERE c.expected = 0
    ), written AS (
      SELECT u.sku, u.id, u.version, u.doc, u.event_id, u.event_type, u.previous, u.traceparent FROM updated u
      UNION ALL
      SELECT c.sku, c.id, c.version, c.doc, c.event_id, c.event_type, c.previous, c.traceparent FROM change c WHERE c.expected = 0
    ), appended AS (
      INSERT INTO events (workspace_id, id, type, object_id, sequence, data, traceparent, created_at)
      SELECT p_workspace, w.event_id, w.event_type, w.id, w.version,
             '{"object":' || w.doc || ',"previous":' || w.previous || '}', w.traceparent, p_now
      FROM written w WHERE w.event_id IS NOT NULL
    ), queued AS (
      INSERT INTO outbox (workspace_id, event_id, created_at) SELECT p_workspace, w.event_id, p_now FROM written w
      WHERE w.event_id IS NOT NULL
    )
    SELECT array_agg(w.sku) INTO v_written FROM written w;
  IF cardinality(v_written) = cardinality(p_skus) THEN
    RETURN NULL;
  END IF;
  IF p_atomic THEN
    RAISE EXCEPTION 'another write came first' USING ERRCODE = 'serialization_failure';
  END IF;
  RETURN coalesce(v_written, '{}');
END
$$;

-- One page of products in the order of their SKUs, the unfiltered list: its own statement because it is the hot one. The
-- documents come as one text, with commas between them: a hundred small values would cost the driver more than the rest.
-- next is the SKU after which the next page begins, null at the end.
CREATE FUNCTION product_page(p_workspace text, p_actor text, p_after text, p_limit integer, OUT docs text, OUT next text)
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
  v_count integer;
BEGIN
  PERFORM set_config('app.workspace_id', p_workspace, true), set_config('app.actor', p_actor, true);
  SELECT string_agg(page.doc, ',' ORDER BY page.sku), max(page.sku), count(*) INTO docs, next, v_count
  FROM (
    SELECT p.sku, p.doc FROM products p
    WHERE p.workspace_id = p_workspace AND p.sku > p_after AND p.deleted_at IS NULL
    ORDER BY p.sku LIMIT p_limit
  ) AS page;
  IF v_count < p_limit OR NOT EXISTS (
    SELECT FROM products p WHERE p.workspace_id = p_workspace AND p.sku > next AND p.deleted_at IS NULL
  ) THEN
    next := NULL;
  END IF;
END
$$;
