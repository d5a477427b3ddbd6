import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createApp, decide, newVerifier, redeem, refresh, startAuthorization } from "../testing/app-client.js";
import { type AuthFixture, openAuthFixture, type Person } from "../testing/open-auth.js";

const PASSWORD = "seven blue lamps in a row";

let auth: AuthFixture;
beforeAll(async () => {
  auth = await openAuthFixture();
});
afterAll(() => auth.close());

/** Signs up through the pages, so that password and session are created as in production. */
async function signUp(email: string): Promise<Person> {
  const browser = auth.visitor();
  const fields = { name: "Ada", email, password: PASSWORD, workspace: "Lamps" };
  const answer = await browser.fill("/sign-up", { action: "/sign-up", fields });
  expect(answer.status).toBe(303);
  const { rows } = await auth.db.system.query(
    "SELECT user_id, workspace_id FROM memberships JOIN users ON users.id = user_id WHERE email = $1",
    [email],
  );
  const sessionSecret = browser.cookies.get("__Host-skc_session") ?? "";
  return { userId: rows[0].user_id, workspaceId: rows[0].workspace_id, email, sessionSecret, browser };
}

/** Each row of each table as text, as in a dump, with bytes in hexadecimal and decoded. */
async function dump(): Promise<string> {
  const { rows: tables } = await auth.superuser.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'");
  const parts: string[] = [];
  for (const { tablename } of tables) {
    const { rows } = await auth.superuser.query(`SELECT t::text AS line FROM "${tablename}" t`);
    parts.push(...rows.map(({ line }) => line));
  }
  const text = parts.join("\n");
  const bytes = [...text.matchAll(/\\x([0-9a-f]+)/g)].map(([, hex = ""]) => Buffer.from(hex, "hex").toString("latin1"));
  return `${text}\n${bytes.join("\n")}`;
}

test("the server hashes passwords with the cost of RFC 9106", async () => {
  const { userId } = await signUp("grace@example.com");
  const { rows } = await auth.db.system.query("SELECT password_hash FROM users WHERE id = $1", [userId]);
  expect(rows[0].password_hash).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=4\$/);
});

test("a database dump during a connection contains no secret, and neither does the log", async () => {
  const person = await signUp("ada@example.com");
  const app = await createApp(auth);
  const verifier = newVerifier();
  const open = await startAuthorization(person, app, { verifier: newVerifier() });
  const cookies = [...person.browser.cookies.values()];
  const path = await startAuthorization(person, app, { verifier });
  const end = await decide(person, path);
  const unusedEnd = await decide(person, await startAuthorization(person, app, { verifier }));
  const [code, unused] = [end, unusedEnd].map((url) => url.searchParams.get("code") ?? "");
  const first = await redeem(auth, app, code ?? "", verifier);
  const second = await refresh(auth, app, first.json.refresh_token);
  expect(second.status).toBe(200);

  const secrets = [
    PASSWORD,
    person.sessionSecret,
    code,
    unused,
    verifier,
    first.json.access_token,
    first.json.refresh_token,
    second.json.access_token,
    second.json.refresh_token,
    ...[open, path].map((address) => address.replace("/connect/", "")),
    ...cookies,
    ...person.browser.cookies.values(),
  ].filter((secret) => secret !== undefined && secret !== "");
  expect(secrets.length).toBeGreaterThan(12);
  const held = await dump();
  expect(held).toContain(person.userId);
  expect(secrets.filter((secret) => held.includes(secret))).toEqual([]);
  expect(secrets.filter((secret) => held.includes(Buffer.from(secret).toString("base64")))).toEqual([]);
  const log = auth.log.join("");
  expect(log).toContain("/oauth/token");
  expect(secrets.filter((secret) => log.includes(secret))).toEqual([]);
});
