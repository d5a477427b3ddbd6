import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { AUDIT_ACTION_NAMES } from "@skucast/contracts/audit/actions";
import { DELIVERY_STATUSES } from "@skucast/contracts/deliveries/delivery";
import { PUBLIC_EVENT_TYPES } from "@skucast/contracts/events/event-types";
import { firstIdAt } from "@skucast/contracts/ids";
import { IMPORT_STATUSES } from "@skucast/contracts/imports/import";
import { API_BASE_PATH } from "@skucast/contracts/service";
import { COUNTED_DELIVERIES_MAX } from "@skucast/contracts/webhook-endpoints/statistics";
import { explainReads } from "@skucast/db/testing/buffers-read";
import { type ApiFixture, openApiFixture } from "./open-api-fixture.js";

/**
 * Maximum number of blocks that one statement of a page may read: the cost of the maximum number of examined rows, if they
 * are stored in reading order. A full scan of a table with 100,000 rows reads three times as many.
 */
const BUFFERS_MAX = 3_000;
/** The same for rows, where each of them is a lookup, with a few blocks of an index. */
const ROWS_MAX = 2 * COUNTED_DELIVERIES_MAX + 1_000;
const LOOKUP_BUFFERS_MAX = 7 * COUNTED_DELIVERIES_MAX;
/** Nearly all deliveries to the first endpoint succeeded, nearly all to the second one failed. */
const ENDPOINTS = [firstIdAt("whe", 0), firstIdAt("whe", 1)] as const;
const PAGE = "limit=50";
/** Number of rows of each rare kind. */
const RARE = 99;
const AGO_MS = 86_400_000;

const SEASON = encodeURIComponent('[{"field":"custom_attributes.season","op":"equals","value":"summer"}]');

/** Every documented filter of lists that grow with a workspace, with frequent, rare and absent values. */
const pathsOf = (): readonly string[] => [
  ...PUBLIC_EVENT_TYPES.map((type) => `/events?type=${type}`),
  ...PUBLIC_EVENT_TYPES.slice(0, 3).map((type) => `/events?order=asc&type=${type}`),
  "/events?type=feed.run.*",
  "/events?object_id=none",
  "/events?object_id=obj_7",
  `/events?channel_id=${firstIdAt("ch", 0)}`,
  `/events?created_after=${new Date(Date.now() - 1_000).toISOString()}`,
  `/events?created_before=${new Date(Date.now() - AGO_MS / 2).toISOString()}&type=product.deleted`,
  ...ENDPOINTS.flatMap((id) => [
    ...DELIVERY_STATUSES.map((status) => `/webhook-endpoints/${id}/deliveries?status=${status}`),
    `/webhook-endpoints/${id}/deliveries?event_id=${firstIdAt("evt", Date.now())}`,
    `/webhook-endpoints/${id}/deliveries?status=delivered&created_before=${new Date(Date.now() - AGO_MS / 2).toISOString()}`,
    `/webhook-endpoints/${id}/statistics`,
  ]),
  ...["status=archived", "status=active", "availability=out_of_stock", "brand=Acme", "brand=None", "q=rare-word"].map(
    (filter) => `/products?${filter}`,
  ),
  "/products?condition=used",
  ...[
    SEASON,
    `${SEASON}&sort=-updated_at`,
    `${SEASON}&brand=Acme`,
    `${SEASON}&q=rare-word`,
    `${SEASON}&include=total_count`,
  ].map((filter) => `/products?conditions=${filter}`),
  ...IMPORT_STATUSES.map((status) => `/imports?status=${status}`),
  ...AUDIT_ACTION_NAMES.slice(0, 4).map((action) => `/audit-log?action=${action}`),
  "/audit-log?actor_id=key_none",
  "/audit-log?actor_type=system",
  "/audit-log?object_id=prod_none",
];

/** Fills each table with this many rows, and requests every filter. */
export function describeFilters(rows: number): void {
  describe(`with ${rows} rows of each kind`, () => {
    let api: ApiFixture;
    beforeAll(async () => {
      api = await openApiFixture();
      await fill(api, rows);
    });
    afterAll(() => api.close());

    test("every documented filter has an index or a limit", async () => {
      const found: { path: string; buffers: number; rows: number; text: string }[] = [];
      for (const path of pathsOf()) {
        const ask = async () => {
          const answer = await api.ask(
            "GET",
            `/${API_BASE_PATH}${path}${path.includes("?") ? "&" : "?"}${path.includes("statistics") ? "" : PAGE}`,
          );
          if (answer.status !== 200) throw new Error(`${path}: ${answer.text}`);
        };
        const buffersMax = path.endsWith("/statistics") ? LOOKUP_BUFFERS_MAX : BUFFERS_MAX;
        for (const { text, buffers, rows } of await explainReads(ask)) {
          if (buffers > buffersMax || rows > ROWS_MAX) found.push({ path, buffers, rows, text: text.slice(0, 200) });
        }
      }
      expect(found).toEqual([]);
    });

    test("rare rows are found page by page, although each page examines a limited number of rows", async () => {
      let count = 0;
      for (let cursor: string | null = ""; cursor !== null; ) {
        const path = `/webhook-endpoints/${ENDPOINTS[1]}/deliveries?status=delivered&${PAGE}${cursor && `&cursor=${cursor}`}`;
        const { json } = await api.ask("GET", `/${API_BASE_PATH}${path}`);
        count += json.data.length;
        cursor = json.next_cursor;
      }
      expect(count).toBe(RARE);
    });
  });
}

/** Rows spread over a day: nearly all are of the common kind, and the rare ones are among the oldest. */
async function fill({ superuser, workspace }: ApiFixture, rows: number): Promise<void> {
  const fromMs = Date.now() - AGO_MS;
  const base = [workspace.id, rows, fromMs];
  const idOf = (prefix: string) =>
    `history.id_at('${prefix}', to_timestamp($3::float8 / 1000) + n * interval '1 day' / $2::int) || lpad(n::text, 16, '0')`;
  const atOf = "to_timestamp($3::float8 / 1000) + n * interval '1 day' / $2::int";
  const each = "FROM generate_series(1, $2::int) n";
  await superuser.query(
    `INSERT INTO events (workspace_id, id, type, object_id, sequence, data, created_at, log_position)
     SELECT $1, ${idOf("evt")}, CASE WHEN n < 100 THEN 'product.deleted' ELSE 'product.updated' END, 'obj_' || n, 1,
            '{"object":{"id":"obj_' || n || '","t":"' || repeat('x', 500) || '"},"previous":{}}', ${atOf}, n::bigint * 500 / $2::int ${each}`,
    base,
  );
  for (const [endpointId, common, rare] of [
    [ENDPOINTS[0], "delivered", "failed"],
    [ENDPOINTS[1], "failed", "delivered"],
  ]) {
    await superuser.query(
      `INSERT INTO webhook_endpoints (workspace_id, id, url, status, event_types, secret_sealed, created_at, updated_at)
       VALUES ($1, $2, 'https://a.example/', 'active', '["*"]', ''::bytea, now(), now())`,
      [workspace.id, endpointId],
    );
    await superuser.query(
      `INSERT INTO deliveries (workspace_id, id, event_id, endpoint_id, status, attempt_count, created_at, completed_at)
       SELECT $1, ${idOf("dlv")} || $4::text, ${idOf("evt")}, $4, CASE WHEN n <= ${RARE} THEN $6 WHEN n < 200 THEN 'cancelled' ELSE $5 END, 1,
              ${atOf}, ${atOf} ${each}`,
      [...base, endpointId, common, rare],
    );
    await superuser.query(
      `INSERT INTO delivery_attempts (workspace_id, delivery_id, number, started_at, outcome, duration_ms)
       SELECT $1, ${idOf("dlv")} || $4::text, 1, ${atOf}, 'delivered', n % 1000 ${each}`,
      [...base, endpointId],
    );
  }
  await superuser.query(
    `INSERT INTO products (workspace_id, sku, id, version, status, availability, brand, content_hash, doc, created_at, updated_at)
     SELECT $1, 'S-' || lpad((($2::int) - n)::text, 9, '0'), ${idOf("prod")}, 1, CASE WHEN n < 100 THEN 'archived' ELSE 'active' END, 'in_stock',
            CASE WHEN n < 100 THEN 'Acme' ELSE 'Other' END, sha256(n::text::bytea),
            '{"sku":"S","title":"' || repeat('x', 500) || '"}', ${atOf}, ${atOf} ${each}`,
    base,
  );
  await superuser.query("VACUUM ANALYZE");
}
