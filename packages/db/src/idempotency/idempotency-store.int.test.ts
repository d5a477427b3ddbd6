import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import { openTestDb, type TestDb } from "../testing/open-test-db.js";
import { createIdempotencyStore, type IdempotentRequest } from "./idempotency-store.js";

const workspaceId = newId("ws");
let testDb: TestDb;
let db: TestDb["db"];
let superuser: TestDb["superuser"];
let store: ReturnType<typeof createIdempotencyStore>;

beforeAll(async () => {
  testDb = await openTestDb();
  ({ db, superuser } = testDb);
  for (const id of [workspaceId, "ws_other"])
    await superuser.query("INSERT INTO workspaces (id, name) VALUES ($1, 'x')", [id]);
  store = createIdempotencyStore(db);
});
afterAll(() => testDb.close());

let count = 0;
/** A request with a key that no other test uses. */
function request(change: Partial<IdempotentRequest> = {}): IdempotentRequest {
  count += 1;
  return { workspaceId, method: "POST", path: "/products", key: `key-${count}`, fingerprint: "f", ...change };
}
const answer = { status: 201, headers: { ETag: '"v1"' }, body: '{"a":"\\u0000 漢 \\ud800"}' };

describe("an idempotency key", () => {
  test("claimed by a hundred concurrent requests is started by one, and in progress for the others", async () => {
    const asked = request();
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => store.begin(asked)));
    expect(outcomes.filter((outcome) => outcome === "started")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === "in_progress")).toHaveLength(99);
  });

  test("of a finished request returns the first response, byte for byte", async () => {
    const asked = request();
    await store.begin(asked);
    await store.finish(asked, answer);
    expect(await store.begin(asked)).toEqual({ replay: answer });
    expect(await store.begin(asked)).toEqual({ replay: answer });
  });

  test("stores a response without a body", async () => {
    const asked = request();
    await store.begin(asked);
    await store.finish(asked, { status: 204, headers: {}, body: null });
    expect(await store.begin(asked)).toEqual({ replay: { status: 204, headers: {}, body: null } });
  });

  test("with another payload is a mismatch, while the first request runs and afterwards", async () => {
    const asked = request();
    await store.begin(asked);
    expect(await store.begin({ ...asked, fingerprint: "g" })).toBe("mismatch");
    await store.finish(asked, answer);
    expect(await store.begin({ ...asked, fingerprint: "g" })).toBe("mismatch");
  });

  test.each([{ method: "PATCH" }, { path: "/channels" }, { workspaceId: "ws_other" }, { key: "other" }])(
    "is a different key with %j",
    async (change) => {
      const asked = request();
      await store.begin(asked);
      await store.finish(asked, answer);
      expect(await store.begin({ ...asked, ...change })).toBe("started");
    },
  );

  test("is free again after its release, and a finished one cannot be released", async () => {
    const asked = request();
    await store.begin(asked);
    await store.abandon(asked);
    expect(await store.begin(asked)).toBe("started");
    await store.finish(asked, answer);
    await store.abandon(asked);
    expect(await store.begin(asked)).toEqual({ replay: answer });
  });

  test("of a crashed process is free after its lease, for the same payload and for one of several requests", async () => {
    const asked = request();
    await store.begin(asked);
    await superuser.query("UPDATE idempotency_keys SET lease_until = now() - interval '1 second' WHERE key = $1", [
      asked.key,
    ]);
    expect(await store.begin({ ...asked, fingerprint: "g" })).toBe("mismatch");
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => store.begin(asked)));
    expect(outcomes.filter((outcome) => outcome === "started")).toHaveLength(1);
  });

  test("is held longer than a request may take", async () => {
    const asked = request();
    await store.begin(asked);
    const { rows } = await superuser.query(
      "SELECT extract(epoch FROM lease_until - now())::int AS seconds FROM idempotency_keys WHERE key = $1",
      [asked.key],
    );
    expect(rows[0]?.seconds).toBeGreaterThan(45);
  });
});

test("pruning deletes keys over the given age in every workspace, and keeps the others", async () => {
  const old = request();
  const foreign = request({ workspaceId: "ws_other" });
  const young = request();
  for (const asked of [old, foreign, young]) await store.begin(asked);
  await superuser.query("UPDATE idempotency_keys SET created_at = now() - interval '25 hours' WHERE key = ANY ($1)", [
    [old.key, foreign.key],
  ]);
  expect(await store.prune(24)).toBe(2);
  expect(await store.begin(young)).toBe("in_progress");
  expect(await store.begin(old)).toBe("started");
});
