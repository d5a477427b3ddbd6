import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import { newKeyringText, parseKeyring } from "@skucast/credentials/keyring";
import { openSecret } from "@skucast/credentials/seal";
import { createIdempotencyStore } from "@skucast/db/idempotency/idempotency-store";
import { openTestDb, type TestDb } from "@skucast/db/testing/open-test-db";
import { sealAnswers } from "./seal-answers.js";

const keyring = parseKeyring(newKeyringText());
const request = {
  workspaceId: newId("ws"),
  method: "POST",
  path: "/webhook-endpoints",
  fingerprint: "f",
  key: "5f0c2b0e-3a0f-4f6e-9d5b-2b7f5b1f6a11",
};
const answer = { status: 201, headers: { ETag: '"v1"' }, body: '{"secret":"whsec_漢"}' };

let testDb: TestDb;
let plain: ReturnType<typeof createIdempotencyStore>;
let store: ReturnType<typeof sealAnswers>;
beforeAll(async () => {
  testDb = await openTestDb();
  await testDb.superuser.query("INSERT INTO workspaces (id, name) VALUES ($1, 'x')", [request.workspaceId]);
  plain = createIdempotencyStore(testDb.db);
  store = sealAnswers(plain, keyring);
});
afterAll(() => testDb.close());

test("a response is replayed to a client with the key, and database and keyring together cannot decrypt it", async () => {
  await store.begin(request);
  await store.finish(request, answer);
  expect(await store.begin(request)).toEqual({ replay: answer });
  const { rows } = await testDb.superuser.query(
    "SELECT k.response ->> 'body' AS body, k::text AS whole FROM idempotency_keys k ORDER BY created_at DESC LIMIT 1",
  );
  expect(rows[0].whole).not.toContain(request.key);
  const place = `${request.workspaceId}/POST /webhook-endpoints/${request.key}`;
  // The keyring and the right context only give a text that is still encrypted with the Idempotency-Key.
  const opened = openSecret(keyring, Buffer.from(rows[0].body, "base64"), place);
  const texts = [opened, Buffer.from(opened.replace(/^\w+:/, ""), "base64").toString("utf8")];
  expect(texts.filter((text) => text.includes("whsec_"))).toEqual([]);
});

test("a response stored under another key cannot be decrypted", async () => {
  const one = { ...request, key: "one" };
  const other = { ...request, key: "other" };
  for (const asked of [one, other]) {
    await store.begin(asked);
    await store.finish(asked, { ...answer, body: asked.key });
  }
  const rows = "FROM idempotency_keys ORDER BY created_at DESC LIMIT 1 OFFSET";
  await testDb.superuser.query(
    `UPDATE idempotency_keys SET response = (SELECT response ${rows} 1) WHERE key = (SELECT key ${rows} 0)`,
  );
  await expect(store.begin(other)).rejects.toThrow();
  expect(await store.begin(one)).toMatchObject({ replay: { body: "one" } });
});

test("an abandoned key can be used again", async () => {
  const asked = { ...request, key: "abandoned" };
  expect(await store.begin(asked)).toBe("started");
  expect(await store.begin(asked)).toBe("in_progress");
  await store.abandon(asked);
  expect(await store.begin(asked)).toBe("started");
});
