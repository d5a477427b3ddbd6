-- Extensions, roles, tables, triggers, row-level security and grants.
--
-- Functions are not defined here. Each has a file of its own, sql/<noun>/<name>.sql, which is applied after this file.

CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin; -- the index of words starts with the workspace

----------------------------------------------------------------------------------------------------
-- Roles
--
-- skucast_app        The REST API and the MCP server. It sees one workspace: the one named by app.workspace_id in the
--                    transaction, or none if it is not set. Of that, it sees what the actor in app.actor may see.
-- skucast_system     Background workers, and the lookup of credentials. It sees all workspaces, but only in the tables
--                    granted to it.
-- skucast_public     The public MCP server. It may call the directory_… functions and read no table.
-- skucast_directory  Owns the directory_… functions. Its policies show published channels and the products they select.
-- skucast_search     Owns the search functions. An index of trigrams cannot be used below a policy, because LIKE might
--                    reveal rows that the policy hides. So its policies show all rows, and its functions filter by
--                    workspace and return only SKUs. The caller then reads these products under its own policies.
-- skucast_lookup     Owns actor_role() and actor_channels(). It sees only the actor's own membership or API key. A policy on
--                    memberships that reads memberships as skucast_app would never end.
--
-- None of them owns a table or has BYPASSRLS. The user who migrates may become any of them. The login role "skucast", if it
-- exists, may become the first three.

DO $$
DECLARE
  v_role text;
BEGIN
  FOREACH v_role IN ARRAY ARRAY[
    'skucast_app', 'skucast_system', 'skucast_public', 'skucast_directory', 'skucast_search', 'skucast_lookup'
  ] LOOP
    BEGIN
      EXECUTE format('CREATE ROLE %I NOLOGIN', v_role);
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; -- created for another database of the cluster
    END;
    EXECUTE format('GRANT %I TO %I', v_role, current_user);
    EXECUTE format('GRANT USAGE ON SCHEMA public TO %I', v_role);
  END LOOP;
  IF to_regrole('skucast') IS NOT NULL AND current_user <> 'skucast' THEN
    GRANT skucast_app, skucast_system, skucast_public TO skucast;
  END IF;
END
$$;

----------------------------------------------------------------------------------------------------
-- Functions that triggers and policies below refer to, declared without a body. The files in sql replace them.

DO $$
DECLARE
  v_function text;
BEGIN
  FOREACH v_function IN ARRAY ARRAY[
    'current_workspace() RETURNS text',
    'current_actor() RETURNS text',
    'acts_for_workspace() RETURNS boolean',
    'actor_role() RETURNS text',
    'actor_channels() RETURNS jsonb',
    'actor_is_member() RETURNS boolean',
    'actor_sees_all() RETURNS boolean',
    'actor_writes() RETURNS boolean',
    'actor_manages() RETURNS boolean',
    'channel_selects(selection jsonb, sku text, availability text, brand text, doc text) RETURNS boolean',
    'journal_revocation() RETURNS trigger',
    'journal_new_membership() RETURNS trigger',
    'withdraw_invitations() RETURNS trigger',
    'hold_selection() RETURNS trigger',
    'walk_channel() RETURNS trigger',
    'hold_import_actor() RETURNS trigger',
    'delete_deliveries() RETURNS trigger',
    'delete_attempts() RETURNS trigger'
  ] LOOP
    EXECUTE format('CREATE FUNCTION %s LANGUAGE plpgsql AS %L', v_function,
      'BEGIN RAISE EXCEPTION ''this function has no body yet: apply the files in sql''; END');
  END LOOP;
END
$$;

----------------------------------------------------------------------------------------------------
-- Workspaces, people and invitations

CREATE TABLE workspaces (
  id text PRIMARY KEY,
  name text NOT NULL,
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE users (
  id text PRIMARY KEY,
  email text NOT NULL CONSTRAINT users_email_lower CHECK (email = lower(email)),
  password_hash text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  name text NOT NULL DEFAULT '',
  password_changed_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX users_email_key ON users (email);

CREATE TABLE memberships (
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'editor', 'viewer')),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  -- The channels that a restricted member sees. Null for a member of the whole workspace.
  channel_ids jsonb CHECK (jsonb_typeof(channel_ids) = 'array'),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, user_id),
  CONSTRAINT memberships_restricted_role CHECK (channel_ids IS NULL OR role IN ('editor', 'viewer'))
);
CREATE INDEX memberships_user_id_idx ON memberships (user_id);

CREATE TABLE invitations (
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  id text NOT NULL,
  email text NOT NULL CHECK (email = lower(email)),
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'editor', 'viewer')),
  channel_ids jsonb CHECK (channel_ids IS NULL OR (jsonb_typeof(channel_ids) = 'array' AND role IN ('editor', 'viewer'))),
  -- SHA-256 of the token in the link.
  token_hash bytea NOT NULL,
  invited_by text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  accepted_at timestamptz(3),
  revoked_at timestamptz(3),
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX invitations_token_hash_idx ON invitations (token_hash);

-- Who did what, and from where. An entry is added in the transaction of the change. No application may change or delete
-- it.
CREATE TABLE audit_entries (
  workspace_id text NOT NULL,
  id text NOT NULL,
  at timestamptz(3) NOT NULL,
  -- Type and id: {"type": "user", "id": "usr_…"}.
  actor jsonb NOT NULL,
  action text NOT NULL,
  object_id text NOT NULL,
  details jsonb NOT NULL DEFAULT '{}',
  ip text,
  user_agent text,
  request_id text,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX audit_entries_action_idx ON audit_entries (workspace_id, action, id);
CREATE INDEX audit_entries_actor_idx ON audit_entries (workspace_id, (actor->>'id'), id);
CREATE INDEX audit_entries_object_idx ON audit_entries (workspace_id, object_id, id);

----------------------------------------------------------------------------------------------------
-- Credentials
--
-- A secret is stored as its SHA-256. State that must be read back, such as OAuth artifacts, is sealed with the keys of
-- the service. So a dump of these tables gives no access.

CREATE TABLE api_keys (
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  id text NOT NULL,
  name text NOT NULL,
  secret_hash bytea NOT NULL,
  last_four text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  -- Id of the user or API key that created it.
  created_by text,
  -- Separated by spaces, as in RFC 6749. Null means every scope, including those that later versions add.
  scopes text CHECK (scopes <> ''),
  expires_at timestamptz(3),
  -- Null means every channel.
  channel_ids jsonb CHECK (jsonb_typeof(channel_ids) = 'array'),
  PRIMARY KEY (workspace_id, id)
);
-- Keys are found by their secret, before the workspace is known. The index is not unique, so that the table can be
-- distributed by workspace.
CREATE INDEX api_keys_secret_hash_idx ON api_keys (secret_hash);

-- A person who is signed in with a browser, and works in one workspace at a time.
CREATE TABLE sessions (
  id text PRIMARY KEY,
  secret_hash bytea NOT NULL,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  current_workspace_id text REFERENCES workspaces (id) ON DELETE SET NULL,
  ip text,
  user_agent text,
  created_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3)
);
CREATE UNIQUE INDEX sessions_secret_hash_key ON sessions (secret_hash);
CREATE INDEX sessions_user_id_idx ON sessions (user_id);
CREATE INDEX sessions_expires_at_idx ON sessions (expires_at);

-- OAuth clients that registered themselves (RFC 7591). Clients that are known by a metadata document have no row.
-- `metadata` holds no secret: clients authenticate with none, or with a key pair of their own.
CREATE TABLE oauth_clients (
  id text PRIMARY KEY,
  metadata jsonb NOT NULL,
  registered_from text,
  created_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3),
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX oauth_clients_expires_at_idx ON oauth_clients (expires_at);

-- A connected app: the consent of one user for one client in one workspace. Its tokens refer to it and end with it.
CREATE TABLE oauth_grants (
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  id text NOT NULL,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  client_id text NOT NULL,
  client_name text NOT NULL,
  -- The host that codes are sent to. It identifies the client: unlike its name, a client cannot choose it freely.
  redirect_host text NOT NULL,
  -- Separated by spaces, as in RFC 6749.
  scope text NOT NULL,
  payload jsonb,
  created_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3),
  expires_at timestamptz(3) NOT NULL,
  revoked_at timestamptz(3),
  revoked_reason text,
  -- When the app last got the error that it needs more scopes. Its next refresh is rejected once, so that a client that
  -- would only refresh asks the person for them.
  step_up_at timestamptz(3),
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX oauth_grants_id_idx ON oauth_grants (id);
CREATE INDEX oauth_grants_user_id_idx ON oauth_grants (user_id);
-- Connections that were never used are read every minute. They are few.
CREATE INDEX oauth_grants_unused_idx ON oauth_grants (created_at) WHERE revoked_at IS NULL AND last_used_at IS NULL;

-- What the authorization server stores between requests (sessions, interactions, codes, tokens), by the SHA-256 of its
-- id. `scope` is not sealed, because every verification of an access token reads it.
CREATE TABLE oauth_artifacts (
  model text NOT NULL,
  id_hash bytea NOT NULL,
  grant_id text,
  uid_hash bytea,
  scope text,
  sealed bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  consumed_at timestamptz(3),
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (model, id_hash)
);
CREATE INDEX oauth_artifacts_grant_id_idx ON oauth_artifacts (grant_id) WHERE grant_id IS NOT NULL;
CREATE INDEX oauth_artifacts_uid_hash_idx ON oauth_artifacts (uid_hash) WHERE uid_hash IS NOT NULL;
CREATE INDEX oauth_artifacts_expires_at_idx ON oauth_artifacts (expires_at);

-- The response to a refresh token, stored for a short time so that a repeated request gets the same response. The
-- process that inserts the row, or finds its lease expired, creates the response. Others wait for it.
CREATE TABLE oauth_refresh_answers (
  token_hash bytea PRIMARY KEY,
  -- SHA-256 of client and parameters. A request with another one is not a repetition.
  fingerprint bytea NOT NULL,
  lease_until timestamptz(3) NOT NULL,
  answer_sealed bytea,
  answered_at timestamptz(3),
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX oauth_refresh_answers_expires_at_idx ON oauth_refresh_answers (expires_at);

-- How often something was attempted within a time window: sign-in by email address and by IP address, registration, …
CREATE TABLE attempt_counts (
  key text NOT NULL,
  window_start timestamptz(3) NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (key, window_start)
);
CREATE INDEX attempt_counts_window_start_idx ON attempt_counts (window_start);

-- The journal of credentials and memberships that lost or changed rights. Triggers write it. Every process reads it, so
-- that a cached credential expires even if the message about it is lost.
CREATE TABLE revocations (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Id of an API key, grant, session, user or membership (`<workspace id>:<user id>`).
  subject text NOT NULL,
  revoked_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX revocations_revoked_at_idx ON revocations (revoked_at);

-- Credentials without a workspace. The service creates and revokes them to measure how soon a revocation takes effect.
CREATE TABLE canaries (
  id text PRIMARY KEY,
  secret_hash bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  revoked_at timestamptz(3)
);
CREATE UNIQUE INDEX canaries_secret_hash_key ON canaries (secret_hash);

CREATE TABLE idempotency_keys (
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  method text NOT NULL,
  path text NOT NULL,
  -- SHA-256, in hex, of workspace, method, path and Idempotency-Key. The response is sealed with the key itself.
  key text NOT NULL,
  fingerprint text NOT NULL,
  -- Null while the first request runs. The lease ends a request whose process died.
  response jsonb,
  lease_until timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, method, path, key)
);
CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys (created_at);

----------------------------------------------------------------------------------------------------
-- Products
--
-- Many updates leave many dead rows. By default PostgreSQL vacuums a table only when a fifth of its rows is dead, which
-- is 600,000 of three million products. The large tables below are vacuumed at a fiftieth.

-- Columns for filters, and the JSON of the product as the API returns it, rendered when the product is written. Like
-- events and deliveries it has no reference to workspaces: the check would lock the row of the workspace at every
-- write.
CREATE TABLE products (
  workspace_id text NOT NULL,
  sku text NOT NULL,
  id text NOT NULL,
  version bigint NOT NULL,
  status text NOT NULL CHECK (status IN ('active', 'draft', 'archived')),
  availability text NOT NULL,
  brand text,
  content_hash bytea NOT NULL,
  doc text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  -- A deleted product remains as a tombstone with its version, so that a late write cannot restore it.
  deleted_at timestamptz(3),
  -- Hash of the imported row that left the product as it is. The same row again changes nothing. Other writes clear it.
  row_hash bytea,
  -- The status before an import archived the product because its file had no row of it. A later row restores it.
  archived_from text,
  -- The transaction that wrote the row, plus event_log.position_offset, which continue_event_log() adds to the default.
  -- The product log is in this order (ADR 0036).
  log_position bigint NOT NULL DEFAULT pg_current_xact_id()::text::bigint + 0,
  PRIMARY KEY (workspace_id, sku)
) WITH (
  fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000,
  autovacuum_analyze_scale_factor = 0.02
);
CREATE INDEX products_log_position_idx ON products (workspace_id, log_position, updated_at, sku);

-- The words of each product. Workers fill it from events, so that writing a product does not update an index of words.
-- Trigrams find parts of words.
CREATE TABLE product_search (
  workspace_id text NOT NULL,
  sku text NOT NULL,
  -- Version of the product that the words are from. An event that arrives late does not restore older words.
  version bigint NOT NULL,
  -- Lower-cased. Empty if the product was deleted.
  words text NOT NULL,
  status text,
  availability text,
  brand text,
  PRIMARY KEY (workspace_id, sku)
) WITH (
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_analyze_scale_factor = 0.02
);
CREATE INDEX product_search_words_idx ON product_search USING gin (workspace_id, words gin_trgm_ops);
CREATE INDEX product_search_brand_idx ON product_search (workspace_id, brand, sku);
CREATE INDEX product_search_status_idx ON product_search (workspace_id, status, sku);
CREATE INDEX product_search_availability_idx ON product_search (workspace_id, availability, sku);

-- The distinct words of a workspace, used to correct misspelt searches. Words with digits are left out: a code with
-- another digit is another code. A word remains after its last product is gone, and then finds nothing.
CREATE TABLE search_vocabulary (
  workspace_id text NOT NULL,
  word text NOT NULL,
  PRIMARY KEY (workspace_id, word)
);
CREATE INDEX search_vocabulary_word_idx ON search_vocabulary USING gin (workspace_id, word gin_trgm_ops);

-- The distinct brands of a workspace, suggested while a user types. A brand remains after its last product is gone, so
-- the reader checks that a product is left.
CREATE TABLE search_brands (
  workspace_id text NOT NULL,
  brand text NOT NULL,
  PRIMARY KEY (workspace_id, brand)
);
-- COLLATE "C" compares bytes, so brands with the same prefix are adjacent with any collation of the database.
CREATE INDEX search_brands_prefix_idx ON search_brands (workspace_id, (lower(brand) COLLATE "C"), brand);

----------------------------------------------------------------------------------------------------
-- Channels and listings

CREATE TABLE channels (
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  id text NOT NULL,
  name text NOT NULL,
  profile text NOT NULL,
  status text NOT NULL CHECK (status IN ('active', 'paused', 'archived')),
  in_public_directory boolean NOT NULL DEFAULT false,
  market jsonb NOT NULL,
  defaults jsonb NOT NULL DEFAULT '{}',
  selection jsonb NOT NULL DEFAULT '{}',
  rules jsonb NOT NULL DEFAULT '[]',
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX channels_in_directory_idx ON channels (id) WHERE in_public_directory AND status = 'active';

-- What a channel would publish of a product. Workers keep it current. A product that the channel does not select has no
-- row. Whether a listing is published, pending or held follows from when it last changed and when the channel's runs
-- started, so a run writes nothing here. It has no reference to channels: deleting a channel must not wait for its
-- listings.
CREATE TABLE listings (
  workspace_id text NOT NULL,
  channel_id text NOT NULL,
  sku text NOT NULL,
  -- Version of the product that the listing was computed from. A result of an older version does not overwrite it.
  product_version bigint NOT NULL,
  is_valid boolean NOT NULL,
  -- Hash of the cells of the row. Null if the row is not in the file.
  row_hash bytea,
  -- Errors and warnings as JSON, in a text column because they are compared and read as a whole. Null if there are
  -- none.
  issues text,
  changed_at timestamptz(3) NOT NULL,
  valid_since timestamptz(3),
  -- When the row changes without a write, because a sale starts or ends.
  next_change_at timestamptz(3),
  PRIMARY KEY (workspace_id, channel_id, sku)
) WITH (
  fillfactor = 90, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000,
  autovacuum_analyze_scale_factor = 0.02
);
CREATE INDEX listings_issues_idx ON listings (workspace_id, channel_id, sku) WHERE issues IS NOT NULL;
CREATE INDEX listings_next_change_at_idx ON listings (next_change_at) WHERE next_change_at IS NOT NULL;

-- Products whose listings have to be computed again. A worker deletes the row in the transaction that computes them.
-- Rows are short-lived, so vacuum goes by their number; it also returns the pages at the end of an emptied table.
CREATE TABLE listing_work (
  workspace_id text NOT NULL,
  sku text NOT NULL,
  noted_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, sku)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- The walk of each channel through all products. It restarts whenever the channel changes, and once a day to find lost
-- changes.
CREATE TABLE listing_walks (
  workspace_id text NOT NULL,
  channel_id text NOT NULL,
  -- Counts the changes of the channel. A listing that was computed from an earlier revision is not written.
  revision bigint NOT NULL DEFAULT 1,
  -- Products up to this SKU are done.
  after_sku text NOT NULL DEFAULT '',
  due_at timestamptz(3) NOT NULL,
  -- When the first walk since the last change of the channel ended.
  completed_at timestamptz(3),
  PRIMARY KEY (workspace_id, channel_id)
);
CREATE INDEX listing_walks_due_at_idx ON listing_walks (due_at);

-- Up to which time the event log was read for changed products, and the snapshot of that reading. The next reading
-- takes what was committed since, however late its transaction ended. `older_snapshot` shows which transactions have
-- been open for long: only after one of these ends does the reader look further back than the last seconds. One row.
CREATE TABLE listing_tail (
  id integer PRIMARY KEY CHECK (id = 1),
  read_until timestamptz(3) NOT NULL,
  snapshot text NOT NULL,
  older_snapshot text NOT NULL,
  older_at timestamptz(3) NOT NULL
);
INSERT INTO listing_tail VALUES (1, now(), pg_current_snapshot()::text, pg_current_snapshot()::text, now());

-- The words of each product that a channel of the public directory publishes, as the channel shows it. Clients of the
-- directory search these, so that they cannot probe for a title that a rule, a translation or an override replaces.
-- Written with the listing, in the same transaction.
CREATE TABLE public_search (
  workspace_id text NOT NULL,
  channel_id text NOT NULL,
  sku text NOT NULL,
  -- As in listings.
  product_version bigint NOT NULL,
  -- Lower-cased.
  words text NOT NULL,
  availability text,
  PRIMARY KEY (workspace_id, channel_id, sku)
) WITH (
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_analyze_scale_factor = 0.02
);
CREATE INDEX public_search_words_idx ON public_search USING gin (channel_id, words gin_trgm_ops);
CREATE INDEX public_search_availability_idx ON public_search (workspace_id, channel_id, availability, sku);

-- The same as search_vocabulary, for a channel of the public directory.
CREATE TABLE public_vocabulary (
  workspace_id text NOT NULL,
  channel_id text NOT NULL,
  word text NOT NULL,
  PRIMARY KEY (workspace_id, channel_id, word)
);
CREATE INDEX public_vocabulary_word_idx ON public_vocabulary USING gin (channel_id, word gin_trgm_ops);

----------------------------------------------------------------------------------------------------
-- Destinations, feeds and runs

CREATE TABLE destinations (
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  id text NOT NULL,
  name text NOT NULL,
  type text NOT NULL CHECK (type = 'sftp'),
  host text NOT NULL,
  port integer NOT NULL CHECK (port BETWEEN 1 AND 65535),
  username text NOT NULL,
  auth_type text NOT NULL CHECK (auth_type IN ('password', 'public_key')),
  auth_sealed bytea NOT NULL,
  public_key text,
  host_keys jsonb NOT NULL,
  path text NOT NULL,
  strategy text NOT NULL
    CONSTRAINT destinations_strategy_known CHECK (strategy IN ('rename', 'direct', 'manifest_last', 'trigger')),
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  -- A key pair that is going to replace the current one.
  next_auth_sealed bytea,
  next_public_key text,
  -- The last day on which old algorithms are offered.
  legacy_algorithms_until date,
  -- When the connection was last tested. Limits how often we connect to a host for a test.
  tested_at timestamptz(3),
  -- How a delivered file is checked.
  verify text NOT NULL DEFAULT 'content' CHECK (verify IN ('size', 'content')),
  -- Whether files of the previous run are removed.
  remove_stale boolean NOT NULL DEFAULT true,
  connections_max integer NOT NULL DEFAULT 2 CHECK (connections_max BETWEEN 1 AND 5),
  writes_max integer NOT NULL DEFAULT 64 CHECK (writes_max BETWEEN 1 AND 64),
  last_test jsonb,
  -- Since when the host is known to reject writes out of order.
  ordered_writes_since timestamptz(3),
  -- A login with a key can have a password as well.
  has_password boolean NOT NULL DEFAULT false,
  PRIMARY KEY (workspace_id, id),
  CONSTRAINT destinations_next_key_whole CHECK ((next_auth_sealed IS NULL) = (next_public_key IS NULL)),
  CONSTRAINT destinations_next_key_fits CHECK (next_auth_sealed IS NULL OR auth_type = 'public_key')
);

-- Connections to a partner's server that exporters hold, each under a lease.
CREATE TABLE destination_slots (
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  destination_id text NOT NULL,
  slot integer NOT NULL,
  owner text NOT NULL,
  held_until timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, destination_id, slot),
  FOREIGN KEY (workspace_id, destination_id) REFERENCES destinations (workspace_id, id) ON DELETE CASCADE
);

CREATE TABLE feeds (
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  id text NOT NULL,
  channel_id text NOT NULL,
  name text NOT NULL,
  status text NOT NULL CHECK (status IN ('active', 'paused', 'archived')),
  format text NOT NULL CONSTRAINT feeds_format_known CHECK (format IN ('csv', 'tsv', 'jsonl', 'xml_rss', 'parquet')),
  compression text NOT NULL CHECK (compression IN ('none', 'gzip')),
  file_name text NOT NULL,
  shards integer NOT NULL CHECK (shards >= 1),
  schedule jsonb,
  deliveries jsonb NOT NULL DEFAULT '[]',
  guards jsonb NOT NULL DEFAULT '{}',
  -- When the next scheduled run starts. Null without a schedule and while the feed is paused.
  next_run_at timestamptz(3),
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  -- The run whose files are live. Set in the transaction in which a run succeeds. No foreign key, because runs refer to
  -- feeds.
  live_run_id text,
  coverage text NOT NULL DEFAULT 'full' CONSTRAINT feeds_coverage_known CHECK (coverage IN ('full', 'delta')),
  -- How a Parquet file is compressed inside: Zstandard, or Snappy if null.
  parquet_codec text CHECK (parquet_codec IN ('zstd')),
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, channel_id) REFERENCES channels (workspace_id, id)
);
CREATE INDEX feeds_next_run_at_idx ON feeds (next_run_at) WHERE next_run_at IS NOT NULL;

CREATE TABLE runs (
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  id text NOT NULL,
  feed_id text NOT NULL,
  status text NOT NULL CHECK (status IN
    ('queued', 'generating', 'held', 'delivering', 'succeeded', 'succeeded_with_errors', 'skipped', 'failed', 'cancelled')),
  trigger text NOT NULL CONSTRAINT runs_trigger_known CHECK (trigger IN ('manual', 'schedule', 'rollback')),
  -- The local date of a scheduled run. A feed has at most one run for each date.
  business_date date,
  counts jsonb NOT NULL DEFAULT '{"selected":0,"written":0,"excluded":0,"invalid":0}' CONSTRAINT runs_counts_add_up CHECK (
    (counts->>'selected')::bigint = (counts->>'written')::bigint + (counts->>'excluded')::bigint + (counts->>'invalid')::bigint),
  guards jsonb NOT NULL DEFAULT '[]',
  files jsonb NOT NULL DEFAULT '[]',
  deliveries jsonb NOT NULL DEFAULT '[]',
  issues jsonb NOT NULL DEFAULT '[]',
  error text,
  -- The exporter that works on the run, and until when. Another exporter claims it after the lease expires.
  lease_owner text,
  lease_until timestamptz(3),
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  -- What later runs are compared with: the columns of the file, and how many rows are out of stock.
  stats jsonb NOT NULL DEFAULT '{}',
  issue_counts jsonb NOT NULL DEFAULT '[]',
  -- When the files were removed, or their removal was given up.
  files_deleted_at timestamptz(3),
  -- How many exporters claimed it. A run that crashes every exporter is given up.
  claim_count integer NOT NULL DEFAULT 0,
  -- Why and when a person released a held run.
  release jsonb,
  -- The run whose files a rollback delivers.
  rollback_to text,
  -- Null until the files are built, unless the run was started with all rows.
  coverage text CONSTRAINT runs_coverage_known CHECK (coverage IN ('full', 'delta')),
  PRIMARY KEY (workspace_id, id),
  CONSTRAINT runs_rollback_named CHECK ((trigger = 'rollback') = (rollback_to IS NOT NULL)),
  FOREIGN KEY (workspace_id, feed_id) REFERENCES feeds (workspace_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX runs_business_date_key ON runs (workspace_id, feed_id, business_date) WHERE business_date IS NOT NULL;
CREATE INDEX runs_unfinished_idx ON runs (lease_until) WHERE status IN ('queued', 'generating', 'delivering');
CREATE INDEX runs_feed_idx ON runs (workspace_id, feed_id, id);
-- Old rows are at the beginning of the table, so a block-range index finds them.
CREATE INDEX runs_created_at_idx ON runs USING brin (created_at);
-- At most one run of a feed is held. A newer one supersedes it.
CREATE UNIQUE INDEX runs_held_key ON runs (workspace_id, feed_id) WHERE status = 'held';

CREATE TABLE run_issues (
  workspace_id text NOT NULL,
  run_id text NOT NULL,
  -- In the order of the products.
  place integer NOT NULL,
  sku text NOT NULL,
  severity text NOT NULL CHECK (severity IN ('error', 'warning')),
  code text NOT NULL,
  field text NOT NULL,
  message text NOT NULL,
  PRIMARY KEY (workspace_id, run_id, place),
  FOREIGN KEY (workspace_id, run_id) REFERENCES runs (workspace_id, id) ON DELETE CASCADE
);

-- What partners fetch the live files of a feed with: the secret in a URL, or a login to the feed server.
CREATE TABLE pull_credentials (
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  id text NOT NULL,
  feed_id text NOT NULL,
  type text NOT NULL CHECK (type IN ('https_pull', 'sftp_pull')),
  name text NOT NULL,
  -- SHA-256.
  secret_hash bytea CHECK (length(secret_hash) = 32),
  last_four text,
  public_keys jsonb NOT NULL DEFAULT '[]',
  created_at timestamptz(3) NOT NULL,
  created_by text,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, feed_id) REFERENCES feeds (workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX pull_credentials_feed_idx ON pull_credentials (workspace_id, feed_id, id);
-- A request does not name the workspace: a URL has only the secret, a login only the id.
CREATE INDEX pull_credentials_secret_hash_idx ON pull_credentials (secret_hash);
CREATE INDEX pull_credentials_id_idx ON pull_credentials (id);

-- Host keys of the feed server. All processes use the same ones, and they never change, because partners pin them.
CREATE TABLE sftp_host_keys (
  type text PRIMARY KEY,
  fingerprint text NOT NULL,
  -- The private key.
  sealed bytea NOT NULL,
  created_at timestamptz(3) NOT NULL
);

----------------------------------------------------------------------------------------------------
-- Sources and imports

-- Product files that are fetched on a schedule, and imported if they changed.
CREATE TABLE sources (
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  id text NOT NULL,
  name text NOT NULL,
  type text NOT NULL CHECK (type IN ('url', 'sftp')),
  status text NOT NULL CHECK (status IN ('active', 'paused')),
  -- Where the file is: {url}, or {host, port, username, host_keys, path}.
  location jsonb NOT NULL,
  auth_type text NOT NULL CHECK (auth_type IN ('none', 'basic', 'bearer', 'header', 'password', 'public_key')),
  -- The user, or the name of the header. Never the secret.
  auth_name text,
  auth_sealed bytea,
  public_key text,
  -- How the file is read, and what its imports do.
  options jsonb NOT NULL,
  schedule jsonb,
  next_run_at timestamptz(3),
  -- What identifies the last imported file: {etag, last_modified, sha256, bytes, modified_at}.
  seen jsonb,
  health text NOT NULL DEFAULT 'new' CHECK (health IN ('new', 'ok', 'held', 'failing')),
  last_error text,
  failing_since timestamptz(3),
  -- Failures since the last success.
  failures integer NOT NULL DEFAULT 0,
  last_checked_at timestamptz(3),
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, id),
  CONSTRAINT sources_secret_fits CHECK ((auth_type = 'none') = (auth_sealed IS NULL))
);
CREATE INDEX sources_due_idx ON sources (next_run_at) WHERE next_run_at IS NOT NULL;

-- Product files that were uploaded, or fetched from a source. The import of a source is queued before its file is
-- fetched.
CREATE TABLE imports (
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  id text NOT NULL,
  status text NOT NULL CONSTRAINT imports_status_known
    CHECK (status IN ('queued', 'running', 'held', 'succeeded', 'succeeded_with_errors', 'failed', 'cancelled')),
  mode text NOT NULL CHECK (mode IN ('upsert', 'replace')),
  missing text NOT NULL CHECK (missing IN ('archive', 'delete')),
  max_removal_percent integer NOT NULL CHECK (max_removal_percent BETWEEN 0 AND 100),
  validate_only boolean NOT NULL,
  -- The user as whom products are written, or '*' for the whole workspace.
  actor text NOT NULL,
  file_name text,
  -- Name in the folder of uploads. Null before the file is fetched, and after it was deleted.
  upload text,
  bytes_total bigint NOT NULL,
  -- How the file is read: format, columns, mapping.
  plan jsonb NOT NULL,
  columns jsonb NOT NULL,
  counts jsonb NOT NULL DEFAULT
    '{"received":0,"created":0,"updated":0,"unchanged":0,"skipped":0,"invalid":0,"warned":0,"removed":0}',
  error_count integer NOT NULL DEFAULT 0,
  bytes_read bigint NOT NULL DEFAULT 0,
  error text,
  cancel_requested boolean NOT NULL DEFAULT false,
  -- The importer that works on it, and until when. Another importer claims it after the lease expires.
  lease_owner text,
  lease_until timestamptz(3),
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  source_id text,
  trigger text NOT NULL DEFAULT 'upload' CONSTRAINT imports_trigger_known CHECK (trigger IN ('upload', 'manual', 'schedule')),
  -- Whether the file is imported even if it is the same as the last one.
  is_forced boolean NOT NULL DEFAULT false,
  -- What identifies the fetched file, and when it was fetched.
  fetched jsonb,
  max_change_percent integer CONSTRAINT imports_change_percent_known CHECK (max_change_percent BETWEEN 0 AND 100),
  -- Why it is or was held.
  hold text,
  is_released boolean NOT NULL DEFAULT false,
  PRIMARY KEY (workspace_id, id),
  CONSTRAINT imports_source_named CHECK ((trigger = 'upload') = (source_id IS NULL))
);
CREATE INDEX imports_open_idx ON imports (workspace_id, id) WHERE status IN ('queued', 'running');
CREATE INDEX imports_started_idx ON imports (workspace_id, started_at);
CREATE INDEX imports_upload_idx ON imports (upload) WHERE upload IS NOT NULL;
-- Old rows are at the beginning of the table, so a block-range index finds them.
CREATE INDEX imports_created_at_idx ON imports USING brin (created_at);
-- At most one import of a source waits for its file, and at most one is held.
CREATE UNIQUE INDEX imports_fetching_key ON imports (workspace_id, source_id)
  WHERE source_id IS NOT NULL AND status = 'queued' AND upload IS NULL;
CREATE UNIQUE INDEX imports_held_key ON imports (workspace_id, source_id) WHERE status = 'held';
CREATE INDEX imports_source_idx ON imports (workspace_id, source_id, id) WHERE source_id IS NOT NULL;

-- The first errors and warnings of an import, by line. A row is applied without the cells that cannot be read: these
-- are warnings. If rows are handled twice, the second write changes nothing.
CREATE TABLE import_errors (
  workspace_id text NOT NULL,
  import_id text NOT NULL,
  line integer NOT NULL,
  number integer NOT NULL,
  sku text,
  pointer text NOT NULL,
  code text NOT NULL,
  message text NOT NULL,
  severity text NOT NULL DEFAULT 'error' CHECK (severity IN ('error', 'warning')),
  -- What the file contains, truncated.
  value text,
  PRIMARY KEY (workspace_id, import_id, line, number),
  FOREIGN KEY (workspace_id, import_id) REFERENCES imports (workspace_id, id) ON DELETE CASCADE
);

----------------------------------------------------------------------------------------------------
-- History: events, the inbox and delivery attempts
--
-- These tables grow without end, so each is partitioned by week. Partitions are created ahead of time and dropped whole
-- (ADR 0015). Ids start with their time, so the id is the partition key, primary keys still start with the workspace,
-- and a query for an id or a time reads few partitions. Partitions are in a schema that applications may not use: rows
-- are reached only through the table and its policies.

CREATE SCHEMA history;

-- The partitioned tables, the column that each is partitioned by, and the prefix of the ids in it.
CREATE TABLE history.tables (
  name text PRIMARY KEY,
  id_column text NOT NULL,
  prefix text NOT NULL
);
INSERT INTO history.tables VALUES
  ('events', 'id', 'evt'), ('inbox', 'event_id', 'evt'), ('delivery_attempts', 'delivery_id', 'dlv');

-- What happened. An event is added in the transaction of the change, and never updated.
CREATE TABLE events (
  workspace_id text NOT NULL,
  id text NOT NULL,
  type text NOT NULL,
  object_id text NOT NULL,
  -- Counts per object. A receiver may drop an event that is older than what it has.
  sequence bigint NOT NULL,
  data text NOT NULL,
  traceparent text,
  created_at timestamptz(3) NOT NULL,
  -- See event_log.
  log_position bigint NOT NULL DEFAULT pg_current_xact_id()::text::bigint + 0,
  PRIMARY KEY (workspace_id, id)
) PARTITION BY RANGE (id);
-- The log grows at its end: a block-range index finds the last minutes and adds almost nothing to a write.
CREATE INDEX events_created_at_idx ON events USING brin (created_at) WITH (pages_per_range = 16, autosummarize = on);
CREATE INDEX events_log_position_idx ON events (workspace_id, log_position);

-- Which consumer has handled which event, written in the transaction of the effect.
CREATE TABLE inbox (
  workspace_id text NOT NULL,
  consumer text NOT NULL,
  event_id text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, consumer, event_id)
) PARTITION BY RANGE (event_id);

-- No reference to deliveries: it would be checked row by row when a partition is dropped. A trigger deletes the
-- attempts of a deleted delivery.
CREATE TABLE delivery_attempts (
  workspace_id text NOT NULL,
  delivery_id text NOT NULL,
  number integer NOT NULL,
  started_at timestamptz(3) NOT NULL,
  duration_ms integer NOT NULL,
  outcome text NOT NULL,
  status_code integer,
  error text,
  response_body text,
  PRIMARY KEY (workspace_id, delivery_id, number)
) PARTITION BY RANGE (delivery_id);

-- Default partitions, so that no insert fails because a partition is missing. The migrator creates those of the first
-- weeks.
CREATE TABLE history.events_other PARTITION OF events DEFAULT;
CREATE TABLE history.inbox_other PARTITION OF inbox DEFAULT;
CREATE TABLE history.delivery_attempts_other PARTITION OF delivery_attempts DEFAULT;

-- The event log is read in the order of transactions, because ids follow the clocks of processes: an event with an
-- early id may be committed after later ones were read. Every transaction below pg_snapshot_xmin has ended, so nothing
-- is added below it, and readers stop there (ADR 0036). position_offset is added to transaction ids in the defaults of
-- events.log_position and products.log_position. continue_event_log() raises all three. One row.
CREATE TABLE event_log (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  position_offset bigint NOT NULL
);
INSERT INTO event_log (position_offset) VALUES (0);

----------------------------------------------------------------------------------------------------
-- The bus
--
-- Rows of these tables are short-lived, so vacuum goes by their number.

-- Events that the bus has not confirmed yet. A statement that changes many products marks their events as bulk. The
-- relay sends the others first, and takes bulk events from each workspace in turn.
CREATE TABLE outbox (
  workspace_id text NOT NULL,
  event_id text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  is_bulk boolean NOT NULL DEFAULT false,
  PRIMARY KEY (workspace_id, event_id)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
-- Ids sort by time, so events are sent in the order in which they were added.
CREATE INDEX outbox_event_id_idx ON outbox (event_id);
CREATE INDEX outbox_single_idx ON outbox (event_id) WHERE NOT is_bulk;
CREATE INDEX outbox_bulk_idx ON outbox (workspace_id, event_id) WHERE is_bulk;

-- The embedded bus: one table takes the place of RabbitMQ on a single machine (packages/events). A message is copied
-- into every queue that gets it. A claim moves available_at into the future, which is its lease: if a process dies, its
-- messages become available again. The dead letters of a queue are the queue "<name>.dead".
CREATE TABLE bus_messages (
  queue text NOT NULL,
  seq bigint GENERATED ALWAYS AS IDENTITY,
  id text NOT NULL,
  routing_key text NOT NULL,
  body text NOT NULL,
  traceparent text,
  -- Incremented by every claim. An outcome is written only if its claim is the latest.
  delivery_count integer NOT NULL DEFAULT 0,
  available_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (queue, seq)
-- A claim changes no indexed column and fits on the page.
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- Events that wait for the turn of their workspace before their deliveries are planned: bulk events, and those that
-- exceed the share of the workspace.
CREATE TABLE waiting_events (
  workspace_id text NOT NULL,
  event_id text NOT NULL,
  PRIMARY KEY (workspace_id, event_id)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- How far each consumer has compared the event log with what it handled, to find events that a broker confirmed and
-- then lost. The process that sweeps holds a lock on the row. Marks that are put into the queue show how far the
-- consumers have come: passed_until is the time of the last mark that came out. Events after it may still be in the
-- queue.
CREATE TABLE sweeps (
  consumer text PRIMARY KEY,
  swept_until timestamptz(3) NOT NULL,
  passed_until timestamptz(3),
  marked_until timestamptz(3),
  marked_at timestamptz(3)
);
INSERT INTO sweeps (consumer, swept_until) VALUES
  ('webhook-dispatcher', now()), -- the event log
  ('webhook-dispatcher.begun', now()), -- deliveries whose attempt did not end, by when they were planned
  ('history', now()); -- the history, up to where it was deleted

----------------------------------------------------------------------------------------------------
-- Webhooks and notices

CREATE TABLE webhook_endpoints (
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  id text NOT NULL,
  url text NOT NULL,
  description text,
  status text NOT NULL CHECK (status IN ('active', 'paused', 'disabled')),
  disabled_reason text,
  event_types jsonb NOT NULL,
  secret_sealed bytea NOT NULL,
  public_key text,
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  -- The dispatcher creates a key pair for an endpoint that has none.
  private_key_sealed bytea,
  -- Replaced keys that still sign: [{kind, sealed (base64), public_key, signs_until}].
  former_keys jsonb NOT NULL DEFAULT '[]',
  -- Time of the first failed attempt since the last success.
  failing_since timestamptz(3),
  -- The limit that the owner of the endpoint set. Null for none.
  rate_per_second integer CHECK (rate_per_second BETWEEN 1 AND 1000),
  -- Only events about these channels, and events about no channel, are sent. Null for all.
  channel_ids jsonb,
  -- Names of the headers in headers_sealed.
  header_names jsonb NOT NULL DEFAULT '[]',
  headers_sealed bytea,
  -- {header, encoding, prefix} of a signature over the body alone, with the secret in plain_secret_sealed.
  plain_signature jsonb,
  plain_secret_sealed bytea,
  -- PEM: the chain that belongs to client_key_sealed.
  client_certificate text,
  client_key_sealed bytea,
  ordering text NOT NULL DEFAULT 'none' CHECK (ordering IN ('none', 'per_object')),
  last_failed_at timestamptz(3),
  -- Start of the current series of failures, in which each came soon after the one before. One failure after quiet days
  -- says little, so an endpoint is disabled only after repeated failures, and after notices.
  failures_since timestamptz(3),
  -- Number of minutes of the series with a failure.
  failure_count integer NOT NULL DEFAULT 0,
  -- When the owners of the workspace were last notified.
  failing_noticed_at timestamptz(3),
  exhausted_noticed_at timestamptz(3),
  -- When a dispatcher last postponed deliveries because the endpoint is slow, over its rate, or failing.
  held_back_at timestamptz(3),
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX webhook_endpoints_without_pair_idx ON webhook_endpoints (workspace_id, id) WHERE private_key_sealed IS NULL;

-- No reference to endpoints: checking it row by row cost a tenth of a delivery. A statement that writes deliveries
-- locks their endpoints instead, so that none is deleted meanwhile, and a trigger deletes the deliveries of a deleted
-- endpoint.
--
-- Most deliveries are attempted as soon as they are planned, and succeed. No index shows that one is in progress or how
-- it ended, so the outcome is written without changing an index (ADR 0029).
CREATE TABLE deliveries (
  workspace_id text NOT NULL,
  id text NOT NULL,
  event_id text NOT NULL,
  endpoint_id text NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'delivered', 'failed', 'cancelled')),
  attempt_count integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz(3),
  -- Incremented by every claim. An attempt writes its outcome only if its claim is the latest.
  claim bigint NOT NULL DEFAULT 0,
  lease_until timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  completed_at timestamptz(3),
  -- Attempts that started since the last one that ended. Detects a delivery that crashes its process.
  unfinished_count integer NOT NULL DEFAULT 0,
  -- The object, if the endpoint is ordered. Of the deliveries of a line, one is due. The others wait without
  -- next_attempt_at until it has ended (ADR 0017).
  line text,
  -- The sequence of the event.
  line_sequence bigint,
  -- Waits for its time, or for its turn in a line.
  is_waiting boolean NOT NULL
    GENERATED ALWAYS AS (completed_at IS NULL AND (next_attempt_at IS NOT NULL OR line IS NOT NULL)) STORED,
  -- Attempts of earlier schedules. A delivery that ended and is requested again restarts its schedule.
  schedule_start integer NOT NULL DEFAULT 0,
  -- A user requested the next attempt. It is sent at once, even if attempts to the endpoint are postponed.
  is_asked boolean NOT NULL DEFAULT false,
  -- Waits, or ended without success. Keeps lists of these short, however many deliveries succeeded.
  is_undelivered boolean NOT NULL GENERATED ALWAYS AS (
    CASE WHEN completed_at IS NULL THEN next_attempt_at IS NOT NULL OR line IS NOT NULL ELSE status <> 'delivered' END
  ) STORED,
  PRIMARY KEY (workspace_id, id),
  CHECK ((line IS NULL) = (line_sequence IS NULL)),
  CONSTRAINT deliveries_ended_check CHECK ((status = 'pending') = (completed_at IS NULL))
-- Leaves room on the page for the two updates of a delivery in its first second: the claim and the outcome.
) WITH (
  fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000,
  autovacuum_analyze_scale_factor = 0.02
);
CREATE UNIQUE INDEX deliveries_event_endpoint_key ON deliveries (workspace_id, event_id, endpoint_id);
CREATE INDEX deliveries_endpoint_idx ON deliveries (workspace_id, endpoint_id, id);
-- Attempts whose process died are found by when the delivery was planned.
CREATE INDEX deliveries_created_at_idx ON deliveries (created_at);
-- The following indexes start with the endpoint, so that a long backlog of one endpoint hides no other. Ids of
-- endpoints are unique without the workspace. If the workspace came first, a planner without statistics would use these
-- indexes to find single deliveries, and read a backlog for each.
CREATE INDEX deliveries_waiting_idx ON deliveries (endpoint_id, next_attempt_at) WHERE is_waiting;
CREATE INDEX deliveries_asked_idx ON deliveries (endpoint_id, next_attempt_at) WHERE is_asked AND is_waiting;
CREATE INDEX deliveries_undelivered_idx ON deliveries (endpoint_id, id) WHERE is_undelivered;
-- The head of each line.
CREATE INDEX deliveries_line_idx ON deliveries (endpoint_id, line, line_sequence, event_id) WHERE is_waiting AND line IS NOT NULL;
-- Whether the previous event of an object was planned, with any status of its delivery.
CREATE INDEX deliveries_planned_line_idx ON deliveries (workspace_id, endpoint_id, line, line_sequence) WHERE line IS NOT NULL;

-- Recoveries and replays: deliver again what an endpoint missed since a time. The dispatcher reads the events in order,
-- and makes one portion at a time pending.
CREATE TABLE webhook_recoveries (
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  id text NOT NULL,
  endpoint_id text NOT NULL,
  status text NOT NULL
    CONSTRAINT webhook_recoveries_known_status CHECK (status IN ('running', 'completed', 'cancelled')),
  since timestamptz(3) NOT NULL,
  until timestamptz(3) NOT NULL,
  -- Id of the last event that was handled, and of the one at which the last portion started.
  position text NOT NULL,
  portion_from text NOT NULL,
  portion_size integer NOT NULL CHECK (portion_size > 0),
  delivery_count bigint NOT NULL DEFAULT 0,
  next_step_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  completed_at timestamptz(3),
  -- A replay: it also sends again what was delivered, to a receiver that lost it.
  includes_delivered boolean NOT NULL DEFAULT false,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, endpoint_id) REFERENCES webhook_endpoints (workspace_id, id) ON DELETE CASCADE
);
-- One at a time for each endpoint.
CREATE UNIQUE INDEX webhook_recoveries_running_key ON webhook_recoveries (workspace_id, endpoint_id) WHERE status = 'running';
CREATE INDEX webhook_recoveries_step_idx ON webhook_recoveries (next_step_at) WHERE status = 'running';

-- The dispatchers that are running. They divide among them how many requests may be in progress to an endpoint at once.
CREATE TABLE dispatchers (
  id text PRIMARY KEY,
  seen_at timestamptz(3) NOT NULL
);

-- Emails to the members of a workspace, added in the transaction of what they report and sent afterwards. An email is
-- sent at most once: a row is "sending" before its server is called. If the sender dies (next_attempt_at has passed),
-- the row becomes "unconfirmed".
CREATE TABLE notices (
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  id text NOT NULL,
  event_id text NOT NULL,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  subject text NOT NULL,
  body text NOT NULL,
  status text NOT NULL DEFAULT 'pending'
    CHECK (status IN ('pending', 'sending', 'sent', 'failed', 'unconfirmed', 'cancelled')),
  attempt_count integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz(3),
  error text,
  created_at timestamptz(3) NOT NULL,
  completed_at timestamptz(3),
  PRIMARY KEY (workspace_id, id)
);
-- One email to each person for each event.
CREATE UNIQUE INDEX notices_event_user_key ON notices (workspace_id, event_id, user_id);
CREATE INDEX notices_due_idx ON notices (next_attempt_at) WHERE status IN ('pending', 'sending');

----------------------------------------------------------------------------------------------------
-- Triggers

CREATE TRIGGER journal_revocation AFTER UPDATE OF revoked_at ON api_keys FOR EACH ROW
  WHEN (OLD.revoked_at IS DISTINCT FROM NEW.revoked_at) EXECUTE FUNCTION journal_revocation();
CREATE TRIGGER journal_deletion AFTER DELETE ON api_keys FOR EACH ROW EXECUTE FUNCTION journal_revocation();
CREATE TRIGGER journal_revocation AFTER UPDATE OF revoked_at, scope ON oauth_grants FOR EACH ROW
  WHEN (OLD.revoked_at IS DISTINCT FROM NEW.revoked_at OR OLD.scope IS DISTINCT FROM NEW.scope)
  EXECUTE FUNCTION journal_revocation();
CREATE TRIGGER journal_deletion AFTER DELETE ON oauth_grants FOR EACH ROW EXECUTE FUNCTION journal_revocation();
CREATE TRIGGER journal_revocation AFTER UPDATE OF ended_at, current_workspace_id ON sessions FOR EACH ROW
  WHEN (OLD.ended_at IS DISTINCT FROM NEW.ended_at OR OLD.current_workspace_id IS DISTINCT FROM NEW.current_workspace_id)
  EXECUTE FUNCTION journal_revocation();
CREATE TRIGGER journal_deletion AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION journal_revocation();
CREATE TRIGGER journal_revocation AFTER UPDATE OF role, channel_ids ON memberships FOR EACH ROW
  WHEN (OLD.role IS DISTINCT FROM NEW.role OR OLD.channel_ids IS DISTINCT FROM NEW.channel_ids)
  EXECUTE FUNCTION journal_revocation();
CREATE TRIGGER journal_deletion AFTER DELETE ON memberships FOR EACH ROW EXECUTE FUNCTION journal_revocation();
CREATE TRIGGER journal_insertion AFTER INSERT ON memberships FOR EACH ROW EXECUTE FUNCTION journal_new_membership();
CREATE TRIGGER journal_revocation AFTER UPDATE OF revoked_at ON pull_credentials FOR EACH ROW
  WHEN (OLD.revoked_at IS DISTINCT FROM NEW.revoked_at) EXECUTE FUNCTION journal_revocation();
CREATE TRIGGER journal_deletion AFTER DELETE ON pull_credentials FOR EACH ROW EXECUTE FUNCTION journal_revocation();
CREATE TRIGGER journal_revocation AFTER UPDATE OF revoked_at ON canaries FOR EACH ROW
  WHEN (OLD.revoked_at IS DISTINCT FROM NEW.revoked_at) EXECUTE FUNCTION journal_revocation();

CREATE TRIGGER withdraw_invitations AFTER UPDATE OF role ON memberships FOR EACH ROW
  WHEN (OLD.role IS DISTINCT FROM NEW.role) EXECUTE FUNCTION withdraw_invitations();
CREATE TRIGGER withdraw_invitations_of_gone AFTER DELETE ON memberships FOR EACH ROW EXECUTE FUNCTION withdraw_invitations();

CREATE TRIGGER hold_selection BEFORE UPDATE OF selection ON channels FOR EACH ROW
  WHEN (OLD.selection IS DISTINCT FROM NEW.selection) EXECUTE FUNCTION hold_selection();
CREATE TRIGGER hold_publication BEFORE UPDATE OF profile, in_public_directory ON channels FOR EACH ROW
  WHEN (OLD.profile IS DISTINCT FROM NEW.profile OR OLD.in_public_directory IS DISTINCT FROM NEW.in_public_directory)
  EXECUTE FUNCTION hold_selection();

CREATE TRIGGER walk_channel AFTER INSERT OR DELETE ON channels FOR EACH ROW EXECUTE FUNCTION walk_channel();
CREATE TRIGGER walk_changed_channel AFTER UPDATE ON channels FOR EACH ROW
  WHEN ((OLD.profile, OLD.status, OLD.market, OLD.defaults, OLD.selection, OLD.rules, OLD.in_public_directory)
    IS DISTINCT FROM (NEW.profile, NEW.status, NEW.market, NEW.defaults, NEW.selection, NEW.rules, NEW.in_public_directory))
  EXECUTE FUNCTION walk_channel();

CREATE TRIGGER hold_import_actor BEFORE UPDATE OF actor ON imports FOR EACH ROW
  WHEN (OLD.actor IS DISTINCT FROM NEW.actor) EXECUTE FUNCTION hold_import_actor();

CREATE TRIGGER delete_deliveries AFTER DELETE ON webhook_endpoints REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION delete_deliveries();
CREATE TRIGGER delete_attempts AFTER DELETE ON deliveries REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION delete_attempts();

----------------------------------------------------------------------------------------------------
-- Row-level security: between workspaces

DO $$
DECLARE
  with_workspace constant text[] := ARRAY[
    'memberships', 'invitations', 'audit_entries', 'api_keys', 'oauth_grants', 'idempotency_keys', 'products', 'product_search',
    'search_vocabulary', 'search_brands', 'channels', 'listings', 'listing_work', 'listing_walks', 'public_search',
    'public_vocabulary', 'destinations', 'destination_slots', 'feeds', 'runs', 'run_issues', 'pull_credentials', 'sources',
    'imports', 'import_errors', 'events', 'inbox', 'delivery_attempts', 'outbox', 'waiting_events', 'webhook_endpoints',
    'deliveries', 'webhook_recoveries', 'notices'
  ];
  others constant text[] := ARRAY[
    'workspaces', 'users', 'sessions', 'oauth_clients', 'oauth_artifacts', 'oauth_refresh_answers', 'attempt_counts',
    'revocations', 'canaries', 'sftp_host_keys', 'bus_messages', 'sweeps', 'dispatchers', 'listing_tail'
  ];
  v_table text;
BEGIN
  -- FORCE: the owner of the tables sees no row either.
  FOREACH v_table IN ARRAY with_workspace || others LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', v_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', v_table);
  END LOOP;
  FOREACH v_table IN ARRAY with_workspace LOOP
    EXECUTE format('CREATE POLICY own_workspace ON %I TO skucast_app
      USING (workspace_id = (SELECT current_workspace())) WITH CHECK (workspace_id = (SELECT current_workspace()))', v_table);
    EXECUTE format('CREATE POLICY every_workspace ON %I TO skucast_system USING (true) WITH CHECK (true)', v_table);
  END LOOP;
END
$$;

CREATE POLICY own_workspace ON workspaces TO skucast_app USING (id = (SELECT current_workspace()));
CREATE POLICY every_workspace ON workspaces TO skucast_system USING (true) WITH CHECK (true);

CREATE POLICY every_user ON users TO skucast_system USING (true) WITH CHECK (true);
CREATE POLICY every_row ON sessions TO skucast_system USING (true) WITH CHECK (true);
CREATE POLICY every_row ON oauth_clients TO skucast_system USING (true) WITH CHECK (true);
CREATE POLICY every_row ON oauth_artifacts TO skucast_system USING (true) WITH CHECK (true);
CREATE POLICY every_row ON oauth_refresh_answers TO skucast_system USING (true) WITH CHECK (true);
CREATE POLICY every_row ON attempt_counts TO skucast_system USING (true) WITH CHECK (true);
CREATE POLICY every_row ON revocations TO skucast_system USING (true) WITH CHECK (true);
CREATE POLICY every_row ON canaries TO skucast_system USING (true) WITH CHECK (true);
CREATE POLICY every_row ON sftp_host_keys TO skucast_system USING (true) WITH CHECK (true);
CREATE POLICY every_message ON bus_messages TO skucast_system USING (true) WITH CHECK (true);
CREATE POLICY workers ON sweeps TO skucast_system USING (true) WITH CHECK (true);
CREATE POLICY workers ON dispatchers TO skucast_system USING (true) WITH CHECK (true);
CREATE POLICY workers ON listing_tail TO skucast_system USING (true) WITH CHECK (true);

-- A person's name and email address are visible to those who share a workspace with them.
CREATE POLICY fellow_members ON users FOR SELECT TO skucast_app USING (
  EXISTS (SELECT FROM memberships m WHERE m.user_id = users.id AND m.workspace_id = (SELECT current_workspace()))
);
CREATE POLICY fingerprints ON sftp_host_keys FOR SELECT TO skucast_app USING (true);

-- The triggers of the journal write as the owner of the tables.
DO $$
BEGIN
  EXECUTE format('CREATE POLICY journal ON revocations FOR INSERT TO %I WITH CHECK (true)', current_user);
END
$$;

-- Roles that own functions.
CREATE POLICY own_membership ON memberships FOR SELECT TO skucast_lookup
  USING (workspace_id = current_workspace() AND user_id = current_actor());
CREATE POLICY own_key ON api_keys FOR SELECT TO skucast_lookup
  USING (workspace_id = current_workspace() AND id = current_actor());
CREATE POLICY in_directory ON channels FOR SELECT TO skucast_directory USING (in_public_directory AND status = 'active');
CREATE POLICY in_directory ON products FOR SELECT TO skucast_directory USING (
  status = 'active' AND deleted_at IS NULL AND EXISTS (
    SELECT FROM channels c WHERE c.workspace_id = products.workspace_id
      AND channel_selects(c.selection, products.sku, products.availability, products.brand, products.doc)
  )
);
CREATE POLICY every_row ON products FOR SELECT TO skucast_search USING (true);
CREATE POLICY every_row ON product_search FOR SELECT TO skucast_search USING (true);
CREATE POLICY every_row ON search_vocabulary FOR SELECT TO skucast_search USING (true);
CREATE POLICY every_row ON search_brands FOR SELECT TO skucast_search USING (true);
CREATE POLICY every_row ON public_search FOR SELECT TO skucast_search USING (true);
CREATE POLICY every_row ON public_vocabulary FOR SELECT TO skucast_search USING (true);

----------------------------------------------------------------------------------------------------
-- Row-level security: between the members of a workspace
--
-- app.actor is the id of a user, the id of an API key that is limited to channels, or '*' for other keys and workers, which act
-- for the whole workspace. If it is not set, no row is visible. The database looks up what a user may do in their membership:
--
--   viewer        reads
--   editor        reads and writes products, channels, feeds, runs, destinations, imports and webhooks
--   owner, admin  also members, invitations, API keys, connected apps and the audit log
--   restricted    (a membership with channels) sees those channels, their listings, feeds and runs, the destinations that these
--                 feeds name, and the products that these channels select. It writes no more than it sees, and creates no
--                 channel.
--
-- These policies are RESTRICTIVE: they only take away from what own_workspace allows.

DO $$
DECLARE
  workers constant text := '(SELECT acts_for_workspace())';
  member constant text := '(SELECT actor_is_member())';
  manages constant text := '(SELECT actor_manages())';
  writes constant text := '(SELECT actor_writes())';
  sees_all constant text := '(SELECT actor_sees_all())';
  writes_all constant text := '(SELECT actor_writes()) AND (SELECT actor_sees_all())';
  own constant text := '(SELECT actor_manages()) OR user_id = (SELECT current_actor())';
  -- Only an owner creates, changes or removes an owner.
  manages_role constant text := '(SELECT actor_manages())
    AND (role <> ''owner'' OR (SELECT acts_for_workspace()) OR (SELECT actor_role()) = ''owner'')';
  own_channel constant text := '(SELECT actor_sees_all()) OR (SELECT actor_channels()) ? id';
  of_channel constant text := '(SELECT actor_sees_all()) OR (SELECT actor_channels()) ? channel_id';
  selected constant text := '(SELECT actor_sees_all()) OR EXISTS (SELECT FROM channels c WHERE c.workspace_id = products.workspace_id
    AND channel_selects(c.selection, products.sku, products.availability, products.brand, products.doc))';
  run_of_feed constant text := '(SELECT actor_sees_all()) OR EXISTS (
    SELECT FROM feeds f WHERE f.workspace_id = runs.workspace_id AND f.id = runs.feed_id)';
  credential_of_feed constant text := '(SELECT actor_sees_all()) OR EXISTS (
    SELECT FROM feeds f WHERE f.workspace_id = pull_credentials.workspace_id AND f.id = pull_credentials.feed_id)';
  of_run constant text := '(SELECT actor_sees_all()) OR EXISTS (
    SELECT FROM runs r WHERE r.workspace_id = run_issues.workspace_id AND r.id = run_issues.run_id)';
  named_by_feed constant text := '(SELECT actor_sees_all()) OR EXISTS (
    SELECT FROM feeds f WHERE f.workspace_id = destinations.workspace_id
      AND f.deliveries @> jsonb_build_array(jsonb_build_object(''destination_id'', destinations.id)))';
  -- A restricted member sees the imports that it started.
  own_import constant text := '(SELECT actor_sees_all()) OR actor = (SELECT current_actor())';
  as_itself constant text := '(SELECT actor_writes()) AND ((SELECT acts_for_workspace()) OR actor = (SELECT current_actor()))';
  of_import constant text := '(SELECT actor_sees_all()) OR EXISTS (
    SELECT FROM imports i WHERE i.workspace_id = import_errors.workspace_id AND i.id = import_errors.import_id)';
  v_policy record;
BEGIN
  FOR v_policy IN
    SELECT * FROM (VALUES
      -- table, who reads, who inserts, who updates and deletes
      ('workspaces', member, manages, manages),
      ('memberships', own, manages_role, manages_role),
      ('invitations', manages, manages_role, manages_role),
      ('audit_entries', manages, member, workers),
      ('api_keys', manages, manages, manages),
      ('oauth_grants', own, own, own),
      ('idempotency_keys', member, member, member),
      ('products', selected, format('%s AND (%s)', writes, selected), format('%s AND (%s)', writes, selected)),
      ('product_search', sees_all, workers, workers),
      ('search_vocabulary', sees_all, workers, workers),
      ('search_brands', sees_all, workers, workers),
      ('channels', own_channel, writes_all, format('%s AND (%s)', writes, own_channel)),
      ('listings', of_channel, workers, workers),
      ('listing_walks', of_channel, workers, workers),
      ('listing_work', workers, workers, workers),
      ('public_search', of_channel, workers, workers),
      ('public_vocabulary', of_channel, workers, workers),
      ('destinations', named_by_feed, writes_all, writes_all),
      ('feeds', of_channel, format('%s AND (%s)', writes, of_channel), format('%s AND (%s)', writes, of_channel)),
      ('runs', run_of_feed, format('%s AND (%s)', writes, run_of_feed), format('%s AND (%s)', writes, run_of_feed)),
      ('run_issues', of_run, workers, workers),
      ('pull_credentials', credential_of_feed, format('%s AND (%s)', writes, credential_of_feed),
        format('%s AND (%s)', writes, credential_of_feed)),
      ('sources', sees_all, writes_all, writes_all),
      ('imports', own_import, as_itself, format('%s AND (%s)', writes, own_import)),
      ('import_errors', of_import, workers, workers),
      -- The change of a restricted editor is an event too, but restricted members do not read events.
      ('events', sees_all, writes, workers),
      ('outbox', workers, writes, workers),
      ('inbox', workers, workers, workers),
      ('webhook_endpoints', sees_all, writes_all, writes_all),
      ('webhook_recoveries', sees_all, writes_all, writes_all),
      ('deliveries', sees_all, writes_all, writes_all),
      ('delivery_attempts', sees_all, writes_all, writes_all),
      ('notices', workers, workers, workers)
    ) AS policies (of_table, reads, inserts, changes)
  LOOP
    EXECUTE format('CREATE POLICY actor_sees ON %I AS RESTRICTIVE FOR SELECT TO skucast_app USING (%s)',
      v_policy.of_table, v_policy.reads);
    EXECUTE format('CREATE POLICY actor_inserts ON %I AS RESTRICTIVE FOR INSERT TO skucast_app WITH CHECK (%s)',
      v_policy.of_table, v_policy.inserts);
    EXECUTE format('CREATE POLICY actor_updates ON %I AS RESTRICTIVE FOR UPDATE TO skucast_app USING (%s) WITH CHECK (%s)',
      v_policy.of_table, v_policy.changes, v_policy.changes);
    CONTINUE WHEN v_policy.of_table = 'memberships'; -- see below
    EXECUTE format('CREATE POLICY actor_deletes ON %I AS RESTRICTIVE FOR DELETE TO skucast_app USING (%s)',
      v_policy.of_table, v_policy.changes);
  END LOOP;
  -- Every member may leave.
  EXECUTE format('CREATE POLICY actor_deletes ON memberships AS RESTRICTIVE FOR DELETE TO skucast_app
    USING (user_id = (SELECT current_actor()) OR (%s))', manages_role);
END
$$;

CREATE POLICY actor_touches_none ON destination_slots AS RESTRICTIVE TO skucast_app
  USING ((SELECT acts_for_workspace())) WITH CHECK ((SELECT acts_for_workspace()));
CREATE POLICY actor_touches_none ON waiting_events AS RESTRICTIVE TO skucast_app
  USING ((SELECT acts_for_workspace())) WITH CHECK ((SELECT acts_for_workspace()));

----------------------------------------------------------------------------------------------------
-- Grants. Those on functions are in the files of the functions.

GRANT SELECT, INSERT, UPDATE, DELETE ON products, channels, destinations, feeds, sources, webhook_endpoints, memberships,
  invitations, idempotency_keys TO skucast_app;
GRANT SELECT, INSERT, UPDATE ON api_keys, runs, imports, pull_credentials, deliveries TO skucast_app;
GRANT SELECT, UPDATE ON workspaces, oauth_grants TO skucast_app;
GRANT SELECT, INSERT ON audit_entries, events, webhook_recoveries TO skucast_app;
GRANT INSERT ON outbox TO skucast_app;
GRANT SELECT ON delivery_attempts, event_log, import_errors, listings, listing_walks, run_issues TO skucast_app;
GRANT SELECT (id, email, name) ON users TO skucast_app;
GRANT SELECT (type, fingerprint, created_at) ON sftp_host_keys TO skucast_app;
GRANT UPDATE (status, completed_at) ON webhook_recoveries TO skucast_app; -- to cancel one

GRANT USAGE ON SCHEMA history TO skucast_system;
GRANT SELECT, INSERT, UPDATE, DELETE ON workspaces, users, memberships, invitations, api_keys, sessions, canaries, oauth_clients,
  oauth_grants, oauth_artifacts, oauth_refresh_answers, attempt_counts, listings, listing_work, listing_walks, public_search,
  public_vocabulary, runs, destination_slots, imports, outbox, bus_messages, waiting_events, deliveries, delivery_attempts,
  dispatchers, notices TO skucast_system;
GRANT SELECT, INSERT, UPDATE ON product_search, listing_tail, sweeps TO skucast_system;
GRANT SELECT, INSERT, DELETE ON inbox, run_issues TO skucast_system;
GRANT SELECT, INSERT ON events, import_errors, search_vocabulary, search_brands, sftp_host_keys TO skucast_system;
GRANT SELECT, UPDATE ON feeds, sources, webhook_endpoints, webhook_recoveries TO skucast_system;
GRANT SELECT, DELETE ON revocations, idempotency_keys TO skucast_system;
GRANT SELECT ON products, channels, destinations, pull_credentials, event_log TO skucast_system;
GRANT INSERT ON audit_entries TO skucast_system;
GRANT UPDATE (auth_sealed, next_auth_sealed, ordered_writes_since) ON destinations TO skucast_system;
GRANT UPDATE (last_used_at) ON pull_credentials TO skucast_system;
GRANT UPDATE (sealed) ON sftp_host_keys TO skucast_system;
-- Every process reads the history of migrations, to detect a schema that a later version changed incompatibly.
GRANT SELECT ON "_prisma_migrations" TO skucast_system;

GRANT SELECT (workspace_id, user_id, role, channel_ids) ON memberships TO skucast_lookup;
GRANT SELECT (workspace_id, id, scopes, expires_at, channel_ids, revoked_at) ON api_keys TO skucast_lookup;

GRANT SELECT (workspace_id, id, name, profile, status, in_public_directory, market, defaults, selection, rules, updated_at)
  ON channels TO skucast_directory;
GRANT SELECT (workspace_id, sku, status, availability, brand, doc, deleted_at) ON products TO skucast_directory;

GRANT SELECT (workspace_id, sku, status, availability, brand, deleted_at) ON products TO skucast_search;
GRANT SELECT ON product_search, search_vocabulary, search_brands, public_search, public_vocabulary TO skucast_search;
