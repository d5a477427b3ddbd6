import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { newKeyringText, parseKeyring } from "@skucast/credentials/keyring";
import { oauthArtifactPlace } from "@skucast/credentials/oauth-artifact-place";
import { rewrapSecret } from "@skucast/credentials/seal";
import { rewrapArtifacts } from "@skucast/db/sealed-secrets/rewrap-secrets";
import { openTestDb, type TestDb } from "@skucast/db/testing/open-test-db";
import type { AuthContext } from "../context.js";
import { artifactAdapter } from "./artifact-adapter.js";

let database: TestDb;
beforeAll(async () => {
  database = await openTestDb();
});
afterAll(() => database.close());

test("after a rotation of the encryption keys, existing artifacts can be read with the new key only", async () => {
  const oldKey = newKeyringText();
  const newKey = newKeyringText().replace("k1:", "k2:");
  const { db } = database;
  const adapterWith = (keys: string, model: string) =>
    artifactAdapter({ db, keyring: parseKeyring(keys), clock: { now: () => new Date() } } as AuthContext, model);
  const models = ["RefreshToken", "AccessToken", "Interaction"];
  for (const model of models) await adapterWith(oldKey, model).upsert("id", { kind: model }, 3_600);
  await expect(adapterWith(newKey, "RefreshToken").find("id")).rejects.toThrow();

  const both = parseKeyring(`${newKey},${oldKey}`);
  const rotate = () =>
    rewrapArtifacts(
      db,
      (sealed, place) => rewrapSecret({ opener: both, sealer: both }, sealed, place),
      oauthArtifactPlace,
    );
  expect(await rotate()).toEqual({ looked: 3, rewrapped: 3, failed: 0 });
  expect((await rotate()).rewrapped).toBe(0);
  for (const model of models) expect(await adapterWith(newKey, model).find("id")).toMatchObject({ kind: model });
});
