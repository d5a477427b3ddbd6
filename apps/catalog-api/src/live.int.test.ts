import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { createChangeHints } from "@skucast/app-kit/live/change-hints";
import { LIMITS } from "@skucast/contracts/limits";
import type { Role } from "@skucast/contracts/roles";
import { API_BASE_PATH } from "@skucast/contracts/service";
import { hashToken, newToken } from "@skucast/credentials/token";
import { insertAccessToken, insertPerson, insertSession } from "@skucast/db/testing/insert-people";
import { openEmbeddedBus } from "@skucast/events/embedded-bus";
import { sessionCookieName } from "@skucast/http-kit/session-cookie";
import { createLogger } from "@skucast/service-kit/logger";
import { createMetrics } from "@skucast/service-kit/metrics";
import { DRAIN_TIMEOUT_MS } from "@skucast/service-kit/service";
import { eventually } from "@skucast/testkit/eventually";
import { type Answer, type ApiFixture, type Ask, openApiFixture } from "./testing/open-api-fixture.js";
import { type LiveWatch, StreamEndedError, watchLive } from "./testing/watch-live.js";

/** How many times `watching` runs its work before it fails. */
const RECONNECTS_MAX = 3;
/** A new product each time, because an identical upsert is no change. */
const product = () => ({
  sku: crypto.randomUUID(),
  title: "Tee",
  price_amount: 19.9,
  price_currency: "USD",
  availability: "in_stock",
});

let api: ApiFixture;
let watches: LiveWatch[] = [];

beforeAll(async () => {
  api = await openApiFixture();
  await watchSoon();
  await leaveAll();
});
afterEach(() => leaveAll());
afterAll(() => api.close());

async function leaveAll(): Promise<void> {
  await Promise.all(watches.map((each) => each.leave()));
  watches = [];
}

type Headers = Readonly<Record<string, string>>;

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

async function watch(headers: Headers = bearer(api.workspace.token), query = ""): Promise<LiveWatch> {
  const opened = await watchLive(`${api.origin}${API_BASE_PATH}/live${query}`, headers);
  watches.push(opened);
  return opened;
}

/** Opens a stream like a client that retries while the service asks it to. */
const watchSoon = (headers?: Headers, query?: string): Promise<LiveWatch> =>
  eventually(async () => {
    const opened = await watch(headers, query);
    expect(opened.status).toBe(200);
    return opened;
  });

/** Sends a write like a client that retries while the service asks it to. */
const make = (path: string, ask: Ask): Promise<Answer> =>
  eventually(async () => {
    const answer = await api.ask("POST", path, ask);
    if (answer.status >= 400) throw new Error(answer.text);
    return answer;
  });

/** Retries once or twice: a service that temporarily receives no revocations ends its streams. */
async function watching(work: () => Promise<void>): Promise<void> {
  for (let times = 1; ; times += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StreamEndedError) || times === RECONNECTS_MAX) throw error;
    }
  }
}

async function signIn(role: Role) {
  const person = await insertPerson(api.db, role);
  const secret = newToken("ss");
  const { id } = await insertSession(api.db, person, { secretHash: hashToken(secret) });
  return { ...person, sessionId: id, headers: { Cookie: `${sessionCookieName(false)}=${secret}` } };
}

test("a change is sent to all streams of the workspace, only with its kind, and to no other stream", async () => {
  const other = await api.newWorkspace();
  await watching(async () => {
    const own = await watchSoon();
    const others = await watchSoon(bearer(other.token));
    await make("/products", { body: product() });
    await own.reported("product");
    await make("/products", { token: other.token, body: product() });
    await others.reported("product");
    expect(own.takeKinds()).toEqual(["product"]);
    expect(others.takeKinds()).toEqual(["product"]);
    expect(own.events[0]).toEqual({ name: "ready", message: {} });
    expect(own.events.every(({ message }) => Object.keys(message).every((key) => key === "kinds"))).toBe(true);
  });
});

test("changes from before the stream was opened are reported if the client asks for them", async () => {
  const { token } = await api.newWorkspace();
  await watching(async () => {
    const own = await watchSoon(bearer(token));
    await make("/products", { token, body: product() });
    await own.reported("product");
    const later = await watchSoon(bearer(token), "?changed_within_ms=60000");
    await later.reported("product");
    await make("/api-keys", { token, body: { name: "The last" } });
    const without = await watchSoon(bearer(token));
    await make("/api-keys", { token, body: { name: "After it" } });
    await without.reported("api_key");
    expect(without.takeKinds()).not.toContain("product");
  });
  expect((await api.ask("GET", "/live?changed_within_ms=60001", { token })).status).toBe(400);
});

test("a burst of writes is sent as a few events", async () => {
  await watching(async () => {
    const own = await watchSoon();
    const items = Array.from({ length: 500 }, product);
    await make("/products/batch", { body: { items } });
    await own.reported("product");
    await make("/api-keys", { body: { name: "The last" } });
    await own.reported("api_key");
    expect(own.takeKinds().filter((kind) => kind === "product").length).toBeLessThan(10);
  });
});

test("changes without an event are sent too: keys and the audit log", async () => {
  await watching(async () => {
    const own = await watchSoon();
    await make("/api-keys", { body: { name: "Nightly job" } });
    await Promise.all([own.reported("api_key"), own.reported("audit_entry")]);
  });
});

test("a dry run sends nothing", async () => {
  await watching(async () => {
    const own = await watchSoon();
    await make("/api-keys?validate_only=true", { body: { name: "Nothing" } });
    await make("/products", { body: product() });
    await own.reported("product");
    expect(own.takeKinds()).toEqual(["product"]);
  });
});

test("a role gets no hints about objects that it may not read", async () => {
  const viewer = await signIn("viewer");
  const owner = await signIn("owner");
  await api.db.system.query("UPDATE memberships SET workspace_id = $2 WHERE user_id = $1", [
    viewer.userId,
    owner.workspaceId,
  ]);
  await api.db.system.query("UPDATE sessions SET current_workspace_id = $2 WHERE user_id = $1", [
    viewer.userId,
    owner.workspaceId,
  ]);
  await watching(async () => {
    const seen = await watchSoon(viewer.headers);
    const headers = { ...owner.headers, "Sec-Fetch-Site": "same-origin" };
    const made = await make("/api-keys", { token: "", headers, body: { name: "Secret plans" } });
    expect(made.status).toBe(201);
    await make("/products", { token: "", headers, body: product() });
    await seen.reported("product");
    expect(seen.takeKinds()).toEqual(["product"]);
  });
});

test("an app gets hints about objects that its scopes let it read", async () => {
  const person = await insertPerson(api.db, "owner");
  const token = newToken("at");
  await insertAccessToken(api.db, person, { scope: "channels:read", secretHash: hashToken(token) });
  const all = newToken("at");
  await insertAccessToken(api.db, person, { scope: "products:write products:read", secretHash: hashToken(all) });
  await watching(async () => {
    const seen = await watchSoon(bearer(token));
    const writer = await watchSoon(bearer(all));
    await make("/products", { token: all, body: product() });
    await writer.reported("product");
    expect(seen.takeKinds()).toEqual([]);
  });
});

test("changes by another process are sent as well", async () => {
  const own = await watchSoon();
  const logger = createLogger({ service: "another", level: "silent" });
  const bus = openEmbeddedBus({ db: api.db, logger, metrics: createMetrics({ service: "another" }) });
  const hints = createChangeHints({ bus, logger });
  hints.note(api.workspace.id, "run");
  await own.reported("run");
  await hints.close();
  await bus.close();
});

test("the stream of an ended session is closed, and no new one can be opened", async () => {
  const { sessionId, headers } = await signIn("editor");
  const seen = await watchSoon(headers);
  expect(seen.status).toBe(200);
  await api.db.system.query("UPDATE sessions SET ended_at = now() WHERE id = $1", [sessionId]);
  await seen.ended;
  expect((await watch(headers)).status).toBe(401);
});

test("the stream of a revoked key is closed, and after a change of role a stream reopens with the new role", async () => {
  const { json } = await make("/api-keys", { body: { name: "Short-lived" } });
  const ofKey = await watchSoon(bearer(json.secret));
  await api.ask("DELETE", `/api-keys/${json.id}`);
  await ofKey.ended;
  const { userId, headers } = await signIn("admin");
  const ofAdmin = await watchSoon(headers);
  await api.db.system.query("UPDATE memberships SET role = 'viewer' WHERE user_id = $1", [userId]);
  await ofAdmin.ended;
  await watchSoon(headers);
});

test("a caller can have a limited number of streams, and closed ones do not count", async () => {
  const { token } = await api.newWorkspace();
  const all = await Promise.all(Array.from({ length: LIMITS.liveStreamsPerCaller }, () => watch(bearer(token))));
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
  const rejected = await api.ask("GET", "/live", { token });
  expect([rejected.status, rejected.json.code, rejected.headers.get("retry-after")]).toEqual([
    429,
    "rate_limited",
    "5",
  ]);
  await all[0]?.leave();
  await watchSoon(bearer(token));
});

test("response headers forbid proxies to cache or buffer the stream", async () => {
  const { headers } = await watchSoon();
  expect(headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  expect(headers.get("cache-control")).toContain("no-store");
  expect(headers.get("x-accel-buffering")).toBe("no");
});

test("while the process receives no changes, streams end, and none can be opened", async () => {
  const own = await watchSoon();
  await api.network.cut();
  await own.ended;
  const rejected = await watch();
  expect([401, 503]).toContain(rejected.status);
  await api.network.heal();
  await watchSoon();
});

test("a stream ends even if the process received changes again before its next beat", async () => {
  const own = await watchSoon();
  await api.network.cut();
  await api.network.heal();
  await own.ended;
  await watchSoon();
});

test("a process that stops ends its streams at once, so that it can stop", async () => {
  const own = await openApiFixture();
  try {
    const stream = await eventually(async () => {
      const opened = await watchLive(`${own.origin}${API_BASE_PATH}/live`, bearer(own.workspace.token));
      expect(opened.status).toBe(200);
      return opened;
    });
    const startedAtMs = performance.now();
    await own.drain();
    expect(performance.now() - startedAtMs).toBeLessThan(DRAIN_TIMEOUT_MS / 2);
    await stream.leave();
  } finally {
    await own.close();
  }
});
