import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { LIMITS } from "@skucast/contracts/limits";
import { connect, createApp, decide, newVerifier, startAuthorization } from "../testing/app-client.js";
import { hiddenFields } from "../testing/browser.js";
import { type AuthFixture, openAuthFixture, type Person } from "../testing/open-auth.js";

let auth: AuthFixture;
let person: Person;
beforeAll(async () => {
  auth = await openAuthFixture();
});
beforeEach(async () => {
  person = await auth.createPerson();
});
afterAll(() => auth.close());

/** As if the person had last proven who they are this long ago. */
const provenAgo = (ms: number) =>
  auth.db.system.query("UPDATE sessions SET authenticated_at = $1 WHERE user_id = $2", [
    new Date(auth.now().getTime() - ms),
    person.userId,
  ]);
const TOO_LONG_MS = LIMITS.recentSignInMinutes * 60_000 + 1;
const grants = async () =>
  (await auth.db.system.query("SELECT FROM oauth_grants WHERE user_id = $1", [person.userId])).rows.length;
const confirmationOf = (path: string) => `/account/confirm?return_to=${encodeURIComponent(path)}`;

describe("a connection, which lasts for a year", () => {
  test("needs a recent sign-in: the confirmation leads back to the consent, and the app's window stays open", async () => {
    const app = await createApp(auth);
    await provenAgo(TOO_LONG_MS);
    const path = await startAuthorization(person, app, { verifier: newVerifier() });
    expect(await person.browser.get(path)).toMatchObject({ status: 303, location: confirmationOf(path) });
    const confirmation = await person.browser.get(confirmationOf(path));
    expect([confirmation.status, confirmation.headers.get("cross-origin-opener-policy")]).toEqual([200, null]);
    expect(hiddenFields(confirmation.text, "/account/confirm").return_to).toBe(path);
    await provenAgo(0);
    expect((await decide(person, path)).searchParams.get("code")).not.toBeNull();
  });

  test("is not allowed by a form that was opened before; it can still be denied", async () => {
    const app = await createApp(auth);
    const path = await startAuthorization(person, app, { verifier: newVerifier() });
    const { text } = await person.browser.get(path);
    await provenAgo(TOO_LONG_MS);
    const fields = { ...hiddenFields(text, path), workspace: person.workspaceId, access: "read" };
    const allowed = await person.browser.post(path, { ...fields, decision: "allow" });
    expect([allowed.status, allowed.location, await grants()]).toEqual([303, confirmationOf(path), 0]);
    const denied = await person.browser.post(path, { ...fields, decision: "deny" });
    expect(denied.location).not.toBe(confirmationOf(path));
  });

  test("is mailed to the person and in their security history, with the host of the app and the workspace", async () => {
    await connect(person, await createApp(auth), { verifier: newVerifier() });
    const { rows: mails } = await auth.db.system.query("SELECT kind FROM account_mails WHERE recipient = $1", [
      person.email,
    ]);
    expect(mails).toEqual([{ kind: "app_connected" }]);
    const { text } = await person.browser.get("/account/history");
    expect(text).toContain("<strong>App connected</strong> · app.example (Lamps)");
  });
});
