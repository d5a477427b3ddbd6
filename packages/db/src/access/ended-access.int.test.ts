import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import { insertAccessToken, insertPerson, type Person } from "../testing/insert-people.js";
import { openTestDb, type TestDb } from "../testing/open-test-db.js";
import { type Bound, withEndedAccess } from "./ended-access.js";

let own: TestDb;
let person: Person;
beforeAll(async () => {
  own = await openTestDb();
  person = await insertPerson(own.db);
});
afterAll(() => own.close());

const run = (text: string, ...values: unknown[]) => own.db.system.query(text, values);
const boundTo = (bound_to: string, { workspaceId } = person): Bound => ({ workspace_id: workspaceId, bound_to });

async function insertKey(ending = "SELECT $1::text"): Promise<Bound> {
  const id = newId("key");
  await run(
    "INSERT INTO api_keys (workspace_id, id, name, secret_hash, last_four) VALUES ($1, $2, 'k', '', '')",
    person.workspaceId,
    id,
  );
  await run(ending, id);
  return boundTo(id);
}

async function insertGrant(clientId: string, ending = "SELECT $1::text"): Promise<Bound> {
  const { grantId } = await insertAccessToken(own.db, person);
  await run("UPDATE oauth_grants SET client_id = $2 WHERE id = $1", grantId, clientId);
  await run(ending, grantId);
  return boundTo(grantId);
}

test("access goes on with a key that works and with an app that is connected, also if it was connected again", async () => {
  const revoke = "UPDATE oauth_grants SET revoked_at = now() WHERE id = $1";
  const other = await insertPerson(own.db);
  const key = await insertKey();
  const going = [key, await insertGrant("going"), await insertGrant("again", revoke), await insertGrant("again")];
  const ended = [
    await insertKey("UPDATE api_keys SET revoked_at = now() WHERE id = $1"),
    await insertKey("UPDATE api_keys SET expires_at = now() - interval '1 s' WHERE id = $1"),
    await insertGrant("revoked", revoke),
    await insertGrant("expired", "UPDATE oauth_grants SET expires_at = now() - interval '1 s' WHERE id = $1"),
    boundTo(newId("key")),
    boundTo(key.bound_to, other),
  ];
  expect(await withEndedAccess(own.db.system, [...going, ...ended])).toEqual(ended);
  expect(await withEndedAccess(own.db.system, [])).toEqual([]);
});
