import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import { bindingOf, type Principal } from "@skucast/contracts/principal";
import { singleSignOnPutSchema } from "@skucast/contracts/single-sign-on/single-sign-on";
import { openSecret } from "@skucast/credentials/seal";
import { singleSignOnPlace } from "@skucast/credentials/single-sign-on-place";
import type { CatalogContext } from "../context.js";
import { createDomain } from "../domains/create-domain.js";
import { deleteDomain } from "../domains/delete-domain.js";
import { listDomains } from "../domains/list-domains.js";
import { verifyDomain } from "../domains/verify-domain.js";
import {
  type CatalogFixture,
  openCatalogFixture,
  rejectionOf,
  type UserPrincipal,
} from "../testing/open-catalog-fixture.js";
import { deleteSingleSignOn } from "./delete-single-sign-on.js";
import { getSingleSignOn } from "./get-single-sign-on.js";
import { putSingleSignOn } from "./put-single-sign-on.js";

let fixture: CatalogFixture;
let ctx: CatalogContext;
let workspace: Principal;
let owner: UserPrincipal;
let domain: string;
const records = new Map<string, string[]>();
const files = new Map<string, string>();
let newest = 0;

beforeAll(async () => {
  fixture = await openCatalogFixture();
  const domainProofs = {
    txt: async (name: string) => records.get(name) ?? [],
    certainTxt: async (name: string) => records.get(name) ?? [],
    file: async (url: string) => files.get(url) ?? null,
  };
  ctx = { ...fixture.ctx, domainProofs };
});
afterAll(() => fixture.close());

beforeEach(async () => {
  workspace = await fixture.newPrincipal();
  owner = await fixture.newMember(workspace, "owner");
  newest += 1;
  domain = `acme${newest}.example`;
  await prove(owner, domain);
});

async function prove(principal: Principal, name: string, by: "dns" | "file" = "dns"): Promise<void> {
  const { dns_record, file } = await createDomain({ ctx, principal, input: { domain: name } });
  if (by === "dns") records.set(dns_record.name, [...(records.get(dns_record.name) ?? []), dns_record.value]);
  else files.set(file.url, file.content);
  await verifyDomain({ ctx, principal, input: { domain: name } });
}

const settings = (more: object = {}) => ({
  issuer: "https://login.acme.example",
  client_id: "skucast",
  client_secret: "s3cret of the client",
  domains: [domain],
  ...more,
});
const put = (principal: Principal, more: object = {}) =>
  putSingleSignOn({ ctx, principal, input: { settings: singleSignOnPutSchema.parse(settings(more)) } });
const rejected = async (principal: Principal, more: object = {}) => rejectionOf(put(principal, more));
const noteSignIn = () =>
  fixture.db.system.query("UPDATE single_sign_on SET last_sign_in_at = now() WHERE workspace_id = $1", [
    workspace.workspaceId,
  ]);

async function insertSession(userId: string, isSingleSignOn: boolean): Promise<string> {
  const id = newId("ses");
  await fixture.db.system.query(
    `INSERT INTO sessions (id, secret_hash, user_id, current_workspace_id, created_at, last_used_at, expires_at,
       single_sign_on_workspace_id) VALUES ($1, $2, $3, $4, now(), now(), now() + interval '1 day', $5)`,
    [id, Buffer.from(id), userId, workspace.workspaceId, isSingleSignOn ? workspace.workspaceId : null],
  );
  return id;
}

describe("setting up single sign-on", () => {
  test("stores the settings and seals the secret, which is never returned or logged", async () => {
    expect((await rejectionOf(getSingleSignOn({ ctx, principal: owner, input: {} }))).code).toBe("not_found");
    const stored = await put(owner, { domains: [domain, domain] });
    expect(stored).toMatchObject({ domains: [domain], default_role: "viewer", required: false, last_sign_in_at: null });
    expect(await getSingleSignOn({ ctx, principal: owner, input: {} })).toEqual(stored);
    const { rows } = await fixture.db.system.query(
      "SELECT client_secret_sealed AS sealed FROM single_sign_on WHERE workspace_id = $1",
      [workspace.workspaceId],
    );
    const place = singleSignOnPlace(workspace.workspaceId);
    expect(openSecret(ctx.keyring, rows[0]?.sealed, place)).toBe("s3cret of the client");
    const audit = await fixture.auditOf(workspace);
    const updated = { action: "single_sign_on.updated", details: expect.objectContaining({ domains: [domain] }) };
    expect(audit).toContainEqual(expect.objectContaining(updated));
    expect(JSON.stringify([stored, audit])).not.toContain("s3cret");
  });

  test("can be validated without storing anything", async () => {
    const input = { settings: singleSignOnPutSchema.parse(settings()), validateOnly: true };
    expect(await putSingleSignOn({ ctx, principal: owner, input })).toMatchObject({ domains: [domain] });
    expect((await rejectionOf(getSingleSignOn({ ctx, principal: owner, input: {} }))).code).toBe("not_found");
    await put(owner);
    await deleteSingleSignOn({ ctx, principal: owner, input: { validateOnly: true } });
    expect(await getSingleSignOn({ ctx, principal: owner, input: {} })).toMatchObject({ domains: [domain] });
  });

  test("is for signed-in owners only, after a recent sign-in", async () => {
    const admin = await fixture.newMember(workspace, "admin");
    const editor = await fixture.newMember(workspace, "editor");
    const callers = [workspace, admin, editor, await fixture.newApp(owner)];
    for (const caller of callers) expect((await rejected(caller)).code).toBe("forbidden");
    const stale = { ...owner, authenticatedAt: new Date(0) };
    expect((await rejected(stale)).code).toBe("reauthentication_required");
    const remove = deleteSingleSignOn({ ctx, principal: stale, input: {} });
    expect((await rejectionOf(remove)).code).toBe("reauthentication_required");
    expect((await rejectionOf(getSingleSignOn({ ctx, principal: editor, input: {} }))).code).toBe("forbidden");
  });

  test("requires a domain that is proven here, by a DNS record that is published now", async () => {
    expect((await rejected(owner, { domains: ["gmail.example"] })).message).toContain("not a verified domain");
    const byFile = `file-${domain}`;
    await prove(owner, byFile, "file");
    expect((await rejected(owner, { domains: [byFile] })).message).toContain(`no TXT record at _skucast.${byFile}`);
    records.delete(`_skucast.${domain}`);
    expect((await rejected(owner)).message).toContain("no TXT record");
  });

  describe("for a domain that leads to another workspace's provider", () => {
    const domainOf = async (principal: Principal) =>
      (await listDomains({ ctx, principal, input: { after: "", limit: 10 } })).items.find(
        (each) => each.domain === domain,
      );
    const takenAt = async () =>
      (
        await fixture.db.system.query(
          "SELECT taken_at FROM workspace_domains WHERE workspace_id = $1 AND domain = $2",
          [workspace.workspaceId, domain],
        )
      ).rows[0]?.taken_at;
    const endedAt = async (id: string) =>
      (await fixture.db.system.query("SELECT ended_at FROM sessions WHERE id = $1", [id])).rows[0]?.ended_at;

    test("takes it: the later proof wins, and the record that stays in DNS does not take it back", async () => {
      await put(owner);
      const former = (await domainOf(owner))?.dns_record.value ?? "";
      const session = await insertSession(owner.userId, true);
      const other = await fixture.newMember(await fixture.newPrincipal(), "owner");
      await prove(other, domain);
      expect(records.get(`_skucast.${domain}`)).toHaveLength(2);
      expect((await getSingleSignOn({ ctx, principal: owner, input: {} })).domains).toEqual([domain]);
      const validated = singleSignOnPutSchema.parse(settings());
      await putSingleSignOn({ ctx, principal: other, input: { settings: validated, validateOnly: true } });
      expect((await getSingleSignOn({ ctx, principal: owner, input: {} })).domains).toEqual([domain]);
      expect((await put(other)).domains).toEqual([domain]);
      expect((await getSingleSignOn({ ctx, principal: owner, input: {} })).domains).toEqual([]);
      const lost = await domainOf(owner);
      expect(lost?.verified_at).toBeNull();
      expect(lost?.dns_record.value).not.toBe(former);
      expect([await takenAt(), await endedAt(session)]).toEqual([expect.any(Date), expect.any(Date)]);
      const again = await rejectionOf(verifyDomain({ ctx, principal: owner, input: { domain } }));
      expect(again.message).toContain("other TXT records");
      expect((await rejected(owner)).message).toContain("not a verified domain");
    });

    test("ends its proof by verifying, if the other record is no longer published", async () => {
      await put(owner);
      records.delete(`_skucast.${domain}`);
      const other = await fixture.newMember(await fixture.newPrincipal(), "owner");
      await prove(other, domain, "file");
      expect((await domainOf(owner))?.verified_at).not.toBeNull();
      await prove(other, domain);
      expect((await domainOf(owner))?.verified_at).toBeNull();
      expect((await getSingleSignOn({ ctx, principal: owner, input: {} })).domains).toEqual([]);
    });

    test("takes nothing without a proof of its own", async () => {
      await put(owner);
      const other = await fixture.newMember(await fixture.newPrincipal(), "owner");
      await createDomain({ ctx, principal: other, input: { domain } });
      expect((await rejected(other)).code).toBe("conflict");
      const take = ctx.prisma.transaction(bindingOf(other), (tx) =>
        tx.$queryRawUnsafe("SELECT take_domain($1, 'x', '{}', now())", domain),
      );
      await expect(take).rejects.toThrow("has not proven");
      expect((await getSingleSignOn({ ctx, principal: owner, input: {} })).domains).toEqual([domain]);
    });
  });

  test("keeps the secret for the same client only, so that it is never sent to another issuer", async () => {
    await put(owner);
    expect((await put(owner, { client_secret: undefined, default_role: "editor" })).default_role).toBe("editor");
    for (const changed of [{ issuer: "https://evil.example" }, { client_id: "other" }]) {
      const { code, pointers } = await rejected(owner, { client_secret: undefined, ...changed });
      expect([code, pointers]).toEqual(["validation_failed", ["/client_secret"]]);
    }
  });

  test("refuses an issuer inside our network, one that is not https, and owner as a claimed role", async () => {
    expect((await rejected(owner, { issuer: "https://inside.example" })).code).toBe("target_not_allowed");
    for (const changed of [
      { issuer: "http://login.acme.example" },
      { issuer: "https://a:b@login.acme.example" },
      { issuer: "https://login.acme.example?x" },
      { default_role: "owner" },
      { role_claim: "groups", role_mapping: [{ value: "x", role: "owner" }] },
    ])
      expect([changed, singleSignOnPutSchema.safeParse(settings(changed)).success]).toEqual([changed, false]);
  });

  test("can require it only after one sign-in succeeded with these settings", async () => {
    await put(owner);
    expect((await rejected(owner, { required: true })).code).toBe("conflict");
    await noteSignIn();
    expect((await put(owner, { required: true })).required).toBe(true);
    expect((await rejected(owner, { required: true, client_id: "new" })).code).toBe("conflict");
  });
});

describe("the sessions that a provider started", () => {
  test("end when single sign-on is removed, or its client or a domain changes; others stay", async () => {
    const member = await fixture.newMember(workspace, "editor");
    const second = `two-${domain}`;
    await prove(owner, second);
    await put(owner, { domains: [domain, second] });
    const own = await insertSession(member.userId, false);
    const changes = [
      () => put(owner, { domains: [domain] }),
      () => put(owner, { client_id: "new" }),
      () => deleteSingleSignOn({ ctx, principal: owner, input: {} }),
    ];
    for (const change of changes) {
      const id = await insertSession(member.userId, true);
      await put(owner, {
        domains: change === changes[0] ? [domain, second] : [domain],
        client_id: change === changes[2] ? "new" : "skucast",
      });
      fixture.takeRevoked();
      await change();
      expect(fixture.takeRevoked()).toContain(id);
      const { rows } = await fixture.db.system.query(
        "SELECT ended_at FROM sessions WHERE id = ANY ($1) ORDER BY ended_at",
        [[own, id]],
      );
      expect(rows.map(({ ended_at }) => ended_at !== null)).toEqual([true, false]);
    }
    const actions = (await fixture.auditOf(workspace)).map(({ action }) => action);
    expect(actions).toContain("single_sign_on.deleted");
  });

  test("are not started for a domain whose proof was removed, and end with it", async () => {
    await put(owner);
    const unused = `unused-${domain}`;
    await prove(owner, unused);
    const id = await insertSession((await fixture.newMember(workspace, "editor")).userId, true);
    fixture.takeRevoked();
    await deleteDomain({ ctx, principal: owner, input: { domain: unused } });
    await deleteDomain({ ctx, principal: owner, input: { domain, validateOnly: true } });
    expect(fixture.takeRevoked()).toEqual([]);
    await deleteDomain({ ctx, principal: owner, input: { domain } });
    expect(fixture.takeRevoked()).toEqual([id]);
    expect((await getSingleSignOn({ ctx, principal: owner, input: {} })).domains).toEqual([]);
  });
});
