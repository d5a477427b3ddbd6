import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import { type AuthFixture, openAuthFixture, type Person } from "../testing/open-auth.js";
import { insertSingleSignOn } from "../testing/single-sign-on-fixture.js";
import { checkNextDomain } from "./check-domains.js";
import type { DomainChecksContext } from "./domain-checks-context.js";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const TOKEN = "t";

let auth: AuthFixture;
let ctx: DomainChecksContext;
let owner: Person;
let domain: string;
let sessionId: string;
/** What DNS says about a name; null if its servers do not answer. */
const records = new Map<string, string[] | null>();
const files = new Map<string, string>();
let newest = 0;

beforeAll(async () => {
  auth = await openAuthFixture({ replicas: 1 });
  const certainTxt = async (name: string) => (records.has(name) ? (records.get(name) ?? null) : []);
  ctx = {
    ...auth.accounts,
    domainProofs: {
      txt: async (name) => (await certainTxt(name)) ?? [],
      certainTxt,
      file: async (url) => files.get(url) ?? null,
    },
  };
});
afterAll(() => auth.close());

beforeEach(async () => {
  await auth.superuser.query("DELETE FROM workspace_domains");
  newest += 1;
  domain = `acme${newest}.example`;
  owner = await auth.createPerson();
  await insertSingleSignOn(auth, owner.workspaceId, { issuer: "https://login.acme.example", domain });
  sessionId = newId("ses");
  await auth.superuser.query(
    `INSERT INTO sessions (id, secret_hash, user_id, current_workspace_id, created_at, last_used_at, expires_at,
       single_sign_on_workspace_id) VALUES ($1, $2, $3, $4, now(), now(), now() + interval '90 days', $4)`,
    [sessionId, Buffer.from(sessionId), owner.userId, owner.workspaceId],
  );
  publish();
});

const publish = () => records.set(`_skucast.${domain}`, ["v=spf1 -all", TOKEN]);
const withdraw = () => records.set(`_skucast.${domain}`, ["v=spf1 -all"]);
async function checkAll(): Promise<void> {
  while ((await checkNextDomain(ctx)) === "more");
}
async function checkAfter(ms: number): Promise<void> {
  auth.passTime(ms);
  await checkAll();
}
const mailsOf = async () =>
  (
    await auth.superuser.query(
      "SELECT kind FROM account_mails WHERE recipient = $1 AND kind = 'domain_proof' ORDER BY created_at",
      [owner.email],
    )
  ).rowCount;
async function stateOf() {
  const { rows } = await auth.superuser.query<Record<string, boolean>>(
    `SELECT verified_at IS NOT NULL AS "isProven", missing_since IS NOT NULL AS "isMissing",
       EXISTS (SELECT FROM single_sign_on_domains s WHERE s.domain = d.domain) AS "isUsed",
       (SELECT ended_at IS NOT NULL FROM sessions WHERE id = $2) AS "hasSessionEnded"
     FROM workspace_domains d WHERE domain = $1`,
    [domain, sessionId],
  );
  return rows[0];
}
const auditOf = async () =>
  (
    await auth.superuser.query(
      "SELECT actor, details FROM audit_entries WHERE workspace_id = $1 AND action = 'domain.proof_ended'",
      [owner.workspaceId],
    )
  ).rows;

const PROVEN = { isProven: true, isMissing: false, isUsed: true, hasSessionEnded: false };

describe("the proof of a domain", () => {
  test("stays while its record is published, and is checked once a day", async () => {
    let lookups = 0;
    const certainTxt = async () => {
      lookups += 1;
      return [TOKEN];
    };
    const counted = { ...ctx.domainProofs, certainTxt };
    const check = async () => {
      while ((await checkNextDomain({ ...ctx, domainProofs: counted })) === "more");
    };
    await check();
    await check();
    expect(lookups).toBe(1);
    auth.passTime(DAY_MS);
    await check();
    expect(lookups).toBe(2);
    expect(await stateOf()).toEqual(PROVEN);
  });

  test("survives records that are missing for less than a day, and no one is mailed", async () => {
    withdraw();
    await checkAll();
    expect(await stateOf()).toEqual({ ...PROVEN, isMissing: true });
    await checkAfter(20 * HOUR_MS);
    publish();
    await checkAfter(3 * HOUR_MS);
    expect(await stateOf()).toEqual(PROVEN);
    expect(await mailsOf()).toBe(0);
  });

  test("ends a week after the owners were mailed, with its sessions, and they are mailed again", async () => {
    withdraw();
    await checkAll();
    await checkAfter(DAY_MS);
    expect(await mailsOf()).toBe(1);
    await checkAfter(7 * DAY_MS - HOUR_MS);
    expect(await stateOf()).toEqual({ ...PROVEN, isMissing: true });
    await checkAfter(3 * HOUR_MS);
    expect(await stateOf()).toEqual({ isProven: false, isMissing: false, isUsed: false, hasSessionEnded: true });
    expect(auth.announced).toContain(sessionId);
    expect(auth.hinted).toContain(`${owner.workspaceId} domain`);
    expect(await mailsOf()).toBe(2);
    const details = { reason: "missing", uses: ["single_sign_on", "directory"] };
    expect(await auditOf()).toEqual([{ actor: { type: "system", id: "domain-checks" }, details }]);
  });

  test("does not end by one failed check after a long pause, nor while servers do not answer", async () => {
    withdraw();
    await checkAll();
    await checkAfter(90 * DAY_MS);
    expect(await stateOf()).toMatchObject({ isProven: true, isUsed: true });
    records.set(`_skucast.${domain}`, null);
    await checkAfter(90 * DAY_MS);
    expect(await stateOf()).toMatchObject({ isProven: true, isUsed: true });
  });

  test("by a file serves the directory, but not single sign-on", async () => {
    withdraw();
    files.set(`https://${domain}/.well-known/skucast-domain.txt`, `${TOKEN}\n`);
    await checkAll();
    await checkAfter(DAY_MS);
    await checkAfter(8 * DAY_MS);
    expect(await stateOf()).toEqual({ isProven: true, isMissing: false, isUsed: false, hasSessionEnded: true });
    expect(await auditOf()).toMatchObject([{ details: { uses: ["single_sign_on"] } }]);
    await checkAfter(30 * DAY_MS);
    expect(await stateOf()).toMatchObject({ isProven: true, isMissing: false });
  });

  test("that another workspace took is reported once to those who lost it", async () => {
    await auth.superuser.query("UPDATE workspace_domains SET taken_at = now(), verified_at = NULL");
    await checkAll();
    await checkAll();
    expect(await mailsOf()).toBe(1);
    expect(await auditOf()).toMatchObject([{ details: { reason: "taken" } }]);
  });
});
