import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import { LIMITS } from "@skucast/contracts/limits";
import type { Principal } from "@skucast/contracts/principal";
import {
  webhookEndpointCreateSchema,
  webhookSecretRotationSchema,
} from "@skucast/contracts/webhook-endpoints/webhook-endpoint";
import { openSecret } from "@skucast/credentials/seal";
import { listDeliveries } from "../deliveries/list-deliveries.js";
import { listEvents } from "../events/list-events.js";
import { type CatalogFixture, openCatalogFixture, rejectionOf } from "../testing/open-catalog-fixture.js";
import { cancelRecovery } from "./cancel-recovery.js";
import { createWebhookEndpoint } from "./create-webhook-endpoint.js";
import { getWebhookEndpoint } from "./get-webhook-endpoint.js";
import { listRecoveries } from "./list-recoveries.js";
import { readStatistics } from "./read-statistics.js";
import { recoverWebhookEndpoint, replayWebhookEndpoint } from "./recover-webhook-endpoint.js";
import { rotateSecret } from "./rotate-secret.js";
import { testWebhookEndpoint } from "./test-webhook-endpoint.js";
import { updateWebhookEndpoint } from "./update-webhook-endpoint.js";

let fixture: CatalogFixture;
let principal: Principal;
beforeAll(async () => {
  fixture = await openCatalogFixture();
});
afterAll(() => fixture.close());

const call = <Input>(input: Input, as: Principal = principal) => ({ ctx: fixture.ctx, principal: as, input });
const newEndpoint = async (change: object = {}) => {
  principal = await fixture.newPrincipal();
  const endpoint = webhookEndpointCreateSchema.parse({ url: "https://hooks.example/x", ...change });
  return createWebhookEndpoint(call({ endpoint }));
};
const rotate = (id: string, change: object = {}, more: object = {}) =>
  rotateSecret(call({ id, rotation: webhookSecretRotationSchema.parse(change), ...more }));

interface StoredKeys {
  secret_sealed: Buffer;
  private_key_sealed: Buffer;
  former_keys: { kind: string; sealed: string }[];
}

/** The keys that the dispatcher signs with: the current ones, and the former ones in order. */
async function keysOf(id: string) {
  const { rows } = await fixture.db.system.query<StoredKeys>("SELECT * FROM webhook_endpoints WHERE id = $1", [id]);
  const [row] = rows;
  if (!row) throw new Error("there is no such endpoint");
  const opener = { keys: new Map(), privateKeys: fixture.privateKeys };
  const open = (kind: string, sealed: Uint8Array) =>
    openSecret(opener, sealed, `${principal.workspaceId}/${id}/${kind === "secret" ? "secret" : "private_key"}`);
  return {
    secret: open("secret", row.secret_sealed),
    privateKey: open("key_pair", row.private_key_sealed),
    former: row.former_keys.map(({ kind, sealed }) => open(kind, Buffer.from(sealed, "base64"))),
  };
}

describe("an endpoint's keys", () => {
  test("are created with it: a secret that is shown once, and a key pair whose public key can be read", async () => {
    const { id, secret, public_key } = await newEndpoint();
    const keys = await keysOf(id);
    expect(keys).toMatchObject({ secret, former: [] });
    expect(Buffer.from(keys.privateKey.slice(5), "base64").subarray(32).toString("base64")).toBe(public_key?.slice(5));
    expect(await getWebhookEndpoint(call({ id }))).toMatchObject({ public_key, former_keys: [] });
  });

  test("rotated: the new secret is shown once, the old one also signs for a day, the key pair stays", async () => {
    const before = await newEndpoint();
    const after = await rotate(before.id);
    expect(after.secret).toMatch(/^whsec_/);
    expect(after.secret).not.toBe(before.secret);
    const signsUntil = new Date(fixture.ctx.clock.now().getTime() + 24 * 3_600_000).toISOString();
    expect(after).toMatchObject({
      public_key: before.public_key,
      version: 2,
      former_keys: [{ kind: "secret", public_key: null, signs_until: signsUntil }],
    });
    expect(await keysOf(before.id)).toMatchObject({ secret: after.secret, former: [before.secret] });
    expect(JSON.stringify(await getWebhookEndpoint(call({ id: before.id })))).not.toMatch(/whsec_|whsk_|sealed/);
  });

  test("rotated with the key pair: the former public key stays readable while it signs", async () => {
    const before = await newEndpoint();
    const privateKey = (await keysOf(before.id)).privateKey;
    const after = await rotate(before.id, { key_pair: true, overlap_hours: 1 });
    expect(after.public_key).not.toBe(before.public_key);
    expect(after.former_keys.map(({ kind, public_key }) => [kind, public_key])).toEqual([
      ["secret", null],
      ["key_pair", before.public_key],
    ]);
    expect((await keysOf(before.id)).former).toEqual([before.secret, privateKey]);
  });

  test("rotated without overlap: no former secret signs any more, but former key pairs do", async () => {
    const { id } = await newEndpoint();
    await rotate(id, { key_pair: true });
    const after = await rotate(id, { overlap_hours: 0 });
    expect(after.former_keys.map(({ kind }) => kind)).toEqual(["key_pair"]);
  });

  test("rotated several times: all sign until their time, up to the limit, and expired ones do not count", async () => {
    const { id } = await newEndpoint();
    for (let i = 0; i < LIMITS.formerKeysMax; i += 1) await rotate(id, { overlap_hours: 2 });
    expect((await rejectionOf(rotate(id))).code).toBe("limit_reached");
    fixture.tick(2 * 3_600_000);
    expect((await rotate(id)).former_keys).toHaveLength(1);
  });

  test("with validateOnly: nothing is stored, and no unstored key is shown", async () => {
    const { id, public_key, secret } = await newEndpoint();
    const validated = await rotate(id, { key_pair: true }, { validateOnly: true });
    expect(validated).not.toHaveProperty("secret");
    expect(validated.public_key).toBeNull();
    expect(await keysOf(id)).toMatchObject({ secret, former: [] });
    expect((await getWebhookEndpoint(call({ id }))).public_key).toBe(public_key);
    const endpoint = webhookEndpointCreateSchema.parse({ url: "https://hooks.example/x" });
    expect((await createWebhookEndpoint(call({ endpoint, validateOnly: true }))).public_key).toBeNull();
  });

  test("can be chosen by the client; unusable ones are rejected", async () => {
    const { id } = await newEndpoint();
    const secret = `whsec_${Buffer.alloc(24, 9).toString("base64")}`;
    expect((await rotate(id, { secret })).secret).toBe(secret);
    const isTaken = (change: object) => webhookSecretRotationSchema.safeParse(change).success;
    expect(isTaken({ secret: "whsec_AAAA" })).toBe(false);
    expect(isTaken({ secret: `whsec_${Buffer.alloc(32).toString("base64").slice(0, -1)}` })).toBe(false);
    expect([-1, 0, 168, 169].map((overlap_hours) => isTaken({ overlap_hours }))).toEqual([false, true, true, false]);
  });
});

describe("a test", () => {
  test("is an event and its delivery only to this endpoint, due now, regardless of its event types", async () => {
    const { id } = await newEndpoint({ event_types: ["channel.deleted"] });
    const delivery = await testWebhookEndpoint(call({ id }));
    expect(delivery).toMatchObject({ endpoint_id: id, status: "pending", attempts: [] });
    expect(delivery.next_attempt_at).toBe(fixture.ctx.clock.now().toISOString());
    const { items } = await listEvents(call({ after: "", limit: 5, type: "webhook.test" }));
    expect(items).toMatchObject([{ id: delivery.event_id, sequence: 1, data: { object: { endpoint_id: id } } }]);
    expect((await listDeliveries(call({ after: "", limit: 5, endpointId: id }))).items).toEqual([delivery]);
    expect(delivery.event_type).toBe("webhook.test");
  });

  test("is rejected while the endpoint is paused, and not found for an unknown endpoint", async () => {
    const { id } = await newEndpoint({ status: "paused" });
    expect((await rejectionOf(testWebhookEndpoint(call({ id })))).code).toBe("conflict");
    expect((await rejectionOf(testWebhookEndpoint(call({ id: newId("whe") })))).code).toBe("not_found");
    await updateWebhookEndpoint(call({ id, patch: { status: "active" } }));
    await testWebhookEndpoint(call({ id, validateOnly: true }));
    expect((await listEvents(call({ after: "", limit: 5 }))).items).toEqual([]);
  });

  test("is rejected if the host now resolves to a private address", async () => {
    const { id } = await newEndpoint();
    await fixture.db.system.query("UPDATE webhook_endpoints SET url = 'https://inside.example/' WHERE id = $1", [id]);
    expect((await rejectionOf(testWebhookEndpoint(call({ id })))).code).toBe("target_not_allowed");
  });
});

describe("a recovery", () => {
  const since = "2026-11-20T10:00:00+02:00";

  test("is stored for the dispatcher, one at a time", async () => {
    const { id } = await newEndpoint();
    const recovery = await recoverWebhookEndpoint(call({ id, recovery: { since } }));
    const until = fixture.ctx.clock.now().toISOString();
    expect(recovery).toMatchObject({ status: "running", since: "2026-11-20T08:00:00.000Z", until, delivery_count: 0 });
    expect((await rejectionOf(recoverWebhookEndpoint(call({ id, recovery: { since } })))).code).toBe("conflict");
    expect((await listRecoveries(call({ after: "", limit: 5, endpointId: id }))).items).toEqual([recovery]);
    expect(recovery.reached).toBe(recovery.since);
    const midway = "2026-11-20T12:00:00.000Z";
    const walk = "UPDATE webhook_recoveries SET position = $2, status = $3 WHERE id = $1";
    const reached = async (status: string) => {
      await fixture.db.system.query(walk, [recovery.id, newId("evt", Date.parse(midway)), status]);
      return (await listRecoveries(call({ after: "", limit: 5, endpointId: id }))).items.map((one) => one.reached);
    };
    expect([await reached("running"), await reached("completed")]).toEqual([[midway], [until]]);
    await recoverWebhookEndpoint(call({ id, recovery: { since } }));
    expect((await listRecoveries(call({ after: "", limit: 1, endpointId: id }))).next).not.toBeNull();
  });

  test("is rejected for a paused endpoint", async () => {
    const { id } = await newEndpoint({ status: "paused" });
    expect((await rejectionOf(recoverWebhookEndpoint(call({ id, recovery: { since } })))).code).toBe("conflict");
  });

  test("is rejected at its field for a time in the future, even by a millisecond, but accepts the present time", async () => {
    const { id } = await newEndpoint();
    const now = fixture.ctx.clock.now();
    const since = new Date(now.getTime() + 1).toISOString();
    const refusal = await rejectionOf(recoverWebhookEndpoint(call({ id, recovery: { since } })));
    expect(refusal).toMatchObject({ code: "validation_failed", pointers: ["/since"] });
    expect(refusal.message).toContain(now.toISOString());
    expect((await listRecoveries(call({ after: "", limit: 5, endpointId: id }))).items).toEqual([]);
    await recoverWebhookEndpoint(call({ id, recovery: { since: now.toISOString() } }));
  });

  test("ends at until, and a replay includes delivered events; an endpoint has one of either at a time", async () => {
    const { id } = await newEndpoint();
    const until = "2026-11-20T10:00:00.000Z";
    const replay = await replayWebhookEndpoint(call({ id, recovery: { since, until } }));
    expect(replay).toMatchObject({ status: "running", until, includes_delivered: true });
    expect((await rejectionOf(recoverWebhookEndpoint(call({ id, recovery: { since } })))).code).toBe("conflict");
    expect((await listRecoveries(call({ after: "", limit: 5, endpointId: id }))).items).toEqual([replay]);
    await cancelRecovery(call({ endpointId: id, id: replay.id }));
    const recovery = await recoverWebhookEndpoint(call({ id, recovery: { since, until } }));
    expect(recovery).toMatchObject({ until, includes_delivered: false });
    await cancelRecovery(call({ endpointId: id, id: recovery.id }));
    const future = new Date(fixture.ctx.clock.now().getTime() + 1).toISOString();
    for (const wrong of ["2026-11-20T07:59:59Z", future]) {
      const refusal = await rejectionOf(replayWebhookEndpoint(call({ id, recovery: { since, until: wrong } })));
      expect(refusal).toMatchObject({ code: "validation_failed", pointers: ["/until"] });
    }
    const audited = (await fixture.auditOf(principal))
      .filter(({ object }) => object.id === id)
      .map(({ action }) => action);
    expect(audited.filter((action) => action.endsWith("_started")).sort()).toEqual([
      "webhook_endpoint.recovery_started",
      "webhook_endpoint.replay_started",
    ]);
  });

  test("and everything else of an endpoint is not found from another workspace, and requires the scope", async () => {
    const { id } = await newEndpoint();
    const otherWorkspace = await fixture.newPrincipal();
    const reader = { ...principal, scopes: new Set(["webhooks:read"] as const) };
    const rotation = webhookSecretRotationSchema.parse({});
    for (const [as, code] of [
      [otherWorkspace, "not_found"],
      [reader, "forbidden"],
    ] as const) {
      const writes = [
        rotateSecret(call({ id, rotation }, as)),
        testWebhookEndpoint(call({ id }, as)),
        recoverWebhookEndpoint(call({ id, recovery: { since } }, as)),
      ];
      expect((await Promise.all(writes.map(rejectionOf))).map((refusal) => refusal.code)).toEqual([code, code, code]);
    }
    const reads = [
      readStatistics(call({ endpointId: id, bucket: "hour" as const }, otherWorkspace)),
      listRecoveries(call({ endpointId: id, after: "", limit: 5 }, otherWorkspace)),
    ];
    expect((await Promise.all(reads.map(rejectionOf))).map(({ code }) => code)).toEqual(["not_found", "not_found"]);
  });
});

describe("statistics", () => {
  const STATUS_CODES: Readonly<Record<string, number>> = { delivered: 200, rejected: 500 };

  /** Deliveries that were created this many minutes ago, each with one attempt. */
  async function deliver(endpointId: string, minutesAgo: number, attempt: { outcome: string; durationMs: number }) {
    const at = new Date(fixture.ctx.clock.now().getTime() - minutesAgo * 60_000);
    const id = newId("dlv", at.getTime());
    const eventId = newId("evt", at.getTime());
    const status = attempt.outcome === "delivered" ? "delivered" : "pending";
    const { workspaceId } = principal;
    await fixture.db.system.query(
      `INSERT INTO deliveries (workspace_id, id, event_id, endpoint_id, status, created_at, next_attempt_at, completed_at)
       SELECT $1, $2, $3, $4, $5, $6, CASE WHEN $5 = 'pending' THEN $6::timestamptz END, CASE WHEN $5 <> 'pending' THEN $6 END`,
      [workspaceId, id, eventId, endpointId, status, at],
    );
    await fixture.db.system.query(
      `INSERT INTO delivery_attempts (workspace_id, delivery_id, number, started_at, duration_ms, outcome, status_code)
       VALUES ($1, $2, 1, $3, $4, $5, $6)`,
      [workspaceId, id, at, attempt.durationMs, attempt.outcome, STATUS_CODES[attempt.outcome] ?? null],
    );
    return { at, id };
  }

  test("have attempts, success rates and latencies, in total and in buckets, and the oldest pending delivery", async () => {
    const { id } = await newEndpoint();
    const old = await deliver(id, 3_000, { outcome: "timeout", durationMs: 15_000 });
    for (let i = 1; i <= 20; i += 1) await deliver(id, 90, { outcome: "delivered", durationMs: i });
    for (let i = 0; i < 5; i += 1) await deliver(id, 10, { outcome: "rejected", durationMs: 100 });
    const statistics = await readStatistics(call({ endpointId: id, bucket: "hour" as const }));
    expect(statistics).toMatchObject({
      bucket: "hour",
      deliveries: { pending: 5, delivered: 20, failed: 0, cancelled: 0 },
      oldest_undelivered_at: old.at.toISOString(),
      total: { attempts: 25, delivered: 20, success_rate: 0.8, latency_p50_ms: 13, latency_p95_ms: 100 },
      last_hour: { attempts: 5, delivered: 0 },
      last_failure: { outcome: "rejected", status_code: 500 },
    });
    expect(
      statistics.buckets.map(({ attempts, delivered, latency_p95_ms }) => [attempts, delivered, latency_p95_ms]),
    ).toEqual([
      [20, 20, 19],
      [5, 0, 100],
    ]);
    expect(Date.parse(statistics.until) - Date.parse(statistics.since)).toBe(86_400_000);
  });

  test("have no latency for attempts without a response, and show the newest failed attempt", async () => {
    const { id } = await newEndpoint();
    await deliver(id, 80, { outcome: "timeout", durationMs: 15_000 });
    const newest = await deliver(id, 70, { outcome: "unreachable", durationMs: 3 });
    expect(await readStatistics(call({ endpointId: id, bucket: "day" as const }))).toMatchObject({
      total: { attempts: 2, success_rate: 0, latency_p50_ms: null, latency_p95_ms: null },
      last_hour: { attempts: 0, delivered: 0 },
      last_failure: { delivery_id: newest.id, started_at: newest.at.toISOString(), outcome: "unreachable" },
    });
  });

  test("do not count a manual retry of a successful delivery as undelivered", async () => {
    const { id } = await newEndpoint();
    const again = await deliver(id, 1_000, { outcome: "delivered", durationMs: 5 });
    const waiting = await deliver(id, 10, { outcome: "rejected", durationMs: 5 });
    const ask =
      "UPDATE deliveries SET status = 'pending', next_attempt_at = now(), completed_at = NULL, is_asked = true WHERE id = ANY ($1)";
    await fixture.db.system.query(ask, [[again.id, waiting.id]]);
    expect(await readStatistics(call({ endpointId: id, bucket: "day" as const }))).toMatchObject({
      oldest_undelivered_at: waiting.at.toISOString(),
    });
  });

  test("of an endpoint without deliveries are empty, and the time range is limited to the maximum number of buckets", async () => {
    const { id } = await newEndpoint();
    const asked = { endpointId: id, bucket: "minute" as const, since: "2020-01-01T00:00:00Z" };
    const statistics = await readStatistics(call(asked));
    expect(statistics).toMatchObject({
      total: { attempts: 0, success_rate: null },
      buckets: [],
      last_failure: null,
      oldest_undelivered_at: null,
    });
    expect(Date.parse(statistics.until) - Date.parse(statistics.since)).toBe(400 * 60_000);
  });

  test("a time range that ends in the future ends now", async () => {
    const { id } = await newEndpoint();
    const { until } = await readStatistics(
      call({ endpointId: id, bucket: "minute" as const, until: "9999-12-31T00:00:00Z" }),
    );
    expect(Date.parse(until)).toBeLessThanOrEqual(fixture.ctx.clock.now().getTime());
  });

  test("a time range that ends before it starts, or starts in the future, is rejected", async () => {
    const { id } = await newEndpoint();
    const asked = { endpointId: id, bucket: "hour" as const };
    const backwards = { ...asked, since: "2026-11-20T00:00:00Z", until: "2026-11-19T00:00:00Z" };
    const toCome = { ...asked, since: "2126-11-20T00:00:00Z" };
    for (const window of [backwards, toCome]) {
      expect(await rejectionOf(readStatistics(call(window)))).toMatchObject({
        code: "invalid_parameter",
        pointers: ["since"],
      });
    }
  });

  test("deliveries can be filtered by time, event and status, in pages", async () => {
    const { id: endpointId } = await newEndpoint();
    const made = [];
    for (const minutes of [50, 40, 30, 20, 10])
      made.push(await deliver(endpointId, minutes, { outcome: "delivered", durationMs: 1 }));
    const createdAfter = made[1]?.at.toISOString();
    const createdBefore = made[4]?.at.toISOString();
    const first = await listDeliveries(call({ after: "", limit: 2, endpointId, createdAfter, createdBefore }));
    const second = await listDeliveries(
      call({ after: first.next ?? "", limit: 2, endpointId, createdAfter, createdBefore }),
    );
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(
      [made[3], made[2], made[1]].map((one) => one?.id),
    );
    expect(second.next).toBeNull();
    const [one] = first.items;
    expect(one?.event_type).toBeNull();
    const byEvent = await listDeliveries(call({ after: "", limit: 9, endpointId, eventId: one?.event_id }));
    expect(byEvent.items).toEqual([one]);
    expect((await listDeliveries(call({ after: "", limit: 9, endpointId, status: "failed" }))).items).toEqual([]);
  });
});
