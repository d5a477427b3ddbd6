import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { type DestinationPatch, destinationCreateSchema } from "@skucast/contracts/destinations/destination";
import { newId } from "@skucast/contracts/ids";
import { LIMITS } from "@skucast/contracts/limits";
import type { Principal } from "@skucast/contracts/principal";
import {
  type WebhookEndpointPatch,
  webhookEndpointCreateSchema,
} from "@skucast/contracts/webhook-endpoints/webhook-endpoint";
import { inSystem } from "@skucast/db/database";
import { deleteUser, lockMemberships } from "@skucast/db/users/delete-user";
import { eventually } from "@skucast/testkit/eventually";
import { createApiKey } from "../api-keys/create-api-key.js";
import { createDestination } from "../destinations/create-destination.js";
import { updateDestination } from "../destinations/update-destination.js";
import { createInvitation } from "../invitations/create-invitation.js";
import { revokeInvitation } from "../invitations/revoke-invitation.js";
import { removeMember } from "../members/remove-member.js";
import { transferOwnership } from "../members/transfer-ownership.js";
import { updateMember } from "../members/update-member.js";
import { upsertProduct } from "../products/upsert-product.js";
import { createPullCredential } from "../pull-credentials/create-pull-credential.js";
import { type CatalogFixture, openCatalogFixture, type UserPrincipal } from "../testing/open-catalog-fixture.js";
import { createWebhookEndpoint } from "../webhook-endpoints/create-webhook-endpoint.js";
import { rotateSecret } from "../webhook-endpoints/rotate-secret.js";
import { updateWebhookEndpoint } from "../webhook-endpoints/update-webhook-endpoint.js";
import { cancelDeletion, requestDeletion } from "./request-deletion.js";
import { updateWorkspace } from "./update-workspace.js";

const DAY_MS = 86_400_000;

let fixture: CatalogFixture;
let key: Principal;
let owner: UserPrincipal;
let admin: UserPrincipal;
beforeAll(async () => {
  fixture = await openCatalogFixture();
});
beforeEach(async () => {
  key = await fixture.newPrincipal();
  owner = await fixture.newMember(key, "owner");
  admin = await fixture.newMember(key, "admin");
});
afterAll(() => fixture.close());

const as = (principal: Principal) => ({ ctx: fixture.ctx, principal });
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "done",
    (error: { code?: unknown }) => error.code,
  );
const request = (principal: Principal, name = "Test") => requestDeletion({ ...as(principal), input: { name } });
const cancel = (principal: Principal) => cancelDeletion({ ...as(principal), input: {} });
const mailsOf = async ({ workspaceId }: Principal) =>
  (
    await fixture.db.system.query("SELECT recipient, kind FROM account_mails WHERE workspace_id = $1 ORDER BY id", [
      workspaceId,
    ])
  ).rows;
/** The principal as authentication finds it now. */
const found = async <T extends Principal>(principal: T): Promise<T> => {
  const { rows } = await fixture.db.system.query("SELECT deletes_at FROM workspaces WHERE id = $1", [
    principal.workspaceId,
  ]);
  return rows[0].deletes_at === null ? principal : { ...principal, deletesAt: rows[0].deletes_at };
};
const NO_ORIGIN = { ip: undefined, userAgent: undefined, requestId: undefined };
const waitingForLocks = async (): Promise<number> => {
  const sql = `SELECT count(*)::integer AS count FROM pg_locks JOIN pg_database d ON d.oid = database
    WHERE NOT granted AND locktype = 'advisory' AND datname = current_database()`;
  return (await fixture.db.system.query<{ count: number }>(sql)).rows[0]?.count ?? 0;
};
const product = {
  sku: "S-1",
  title: "Lamp",
  price_amount: 1,
  price_currency: "USD",
  availability: "in_stock",
} as const;

describe("the deletion of a workspace", () => {
  test("is requested by a signed-in owner who names it, recorded, and mailed to every owner", async () => {
    const other = await fixture.newMember(key, "owner");
    expect([await codeOf(request(admin)), await codeOf(request(key))]).toEqual(["forbidden", "forbidden"]);
    expect(await codeOf(request(owner, "Another name"))).toBe("validation_failed");
    const { deletion } = await request(owner);
    const now = fixture.ctx.clock.now().getTime();
    const deletesAt = new Date(now + LIMITS.workspaceDeletionDays * DAY_MS).toISOString();
    expect(deletion).toMatchObject({ requested_by: owner.userId, deletes_at: deletesAt });
    expect((await mailsOf(key)).map(({ recipient }) => recipient).toSorted()).toEqual(
      [owner, other].map(({ userId }) => `${userId}@example.com`).toSorted(),
    );
    expect((await fixture.auditOf(key)).at(-1)).toMatchObject({ action: "workspace.deletion_requested" });
  });

  test("cannot be cancelled by an owner whose account is being deleted, so that the workspace is not kept without one", async () => {
    await request(owner);
    const leaving = await found(owner);
    const { userId } = leaving;
    const cancelled = await inSystem(fixture.db, async (client) => {
      await lockMemberships(client, userId);
      const outcome = codeOf(cancel(leaving));
      await Promise.race([outcome, eventually(async () => (await waitingForLocks()) === 1)]);
      await deleteUser(client, { userId, origin: NO_ORIGIN, now: fixture.ctx.clock.now() });
      return { outcome };
    });
    expect(await cancelled.outcome).toBe("forbidden");
    expect(await found(leaving)).toMatchObject({ deletesAt: expect.any(Date) });
  });

  test("keeps its date when it is requested again", async () => {
    const first = await request(owner);
    fixture.tick(DAY_MS);
    expect((await request(await found(owner))).deletion).toEqual(first.deletion);
  });

  test("makes the workspace read-only for people and keys, until it is cancelled", async () => {
    await request(owner);
    const user = await found(owner);
    const program = await found(key);
    const writes = (principal: Principal) => [
      upsertProduct({ ...as(principal), input: { sku: product.sku, body: product, mode: "merge" } }),
      updateWorkspace({ ...as(principal), input: { patch: { name: "Other" } } }),
    ];
    for (const principal of [user, program]) {
      for (const write of writes(principal)) expect(await codeOf(write)).toBe("workspace_being_deleted");
    }
    expect([await codeOf(cancel(admin)), await codeOf(cancel(user))]).toEqual(["forbidden", "done"]);
    const actions = (await fixture.auditOf(key)).map(({ action }) => action);
    expect(actions).toContain("workspace.deletion_cancelled");
    expect(await codeOf(updateWorkspace({ ...as(await found(owner)), input: { patch: { name: "Other" } } }))).toBe(
      "done",
    );
  });

  test("cannot be cancelled once its time has come", async () => {
    await request(owner);
    fixture.tick(LIMITS.workspaceDeletionDays * DAY_MS);
    expect(await codeOf(cancel(await found(owner)))).toBe("conflict");
  });

  test("can be requested a limited number of times a day, so that no owner floods the mailboxes of the others", async () => {
    const outcomes: unknown[] = [];
    for (let n = 0; n <= LIMITS.workspaceDeletionRequestsPerDay; n += 1) {
      outcomes.push(await codeOf(request(owner)));
      await cancel(await found(owner));
    }
    const { length, [length - 1]: last } = outcomes;
    expect([length, last, new Set(outcomes.slice(0, -1))]).toEqual([
      LIMITS.workspaceDeletionRequestsPerDay + 1,
      "rate_limited",
      new Set(["done"]),
    ]);
    expect((await found(owner)).deletesAt).toBeUndefined();
    expect(await mailsOf(key)).toHaveLength(2 * LIMITS.workspaceDeletionRequestsPerDay);
    fixture.tick(DAY_MS);
    expect(await codeOf(request({ ...owner, authenticatedAt: fixture.ctx.clock.now() }))).toBe("done");
  });

  test("with validate_only changes nothing and mails no one", async () => {
    await requestDeletion({ ...as(owner), input: { name: "Test", validateOnly: true } });
    expect([(await found(owner)).deletesAt, await mailsOf(key)]).toEqual([undefined, []]);
  });
});

describe("the ownership", () => {
  const transfer = (principal: Principal, userId: string) => transferOwnership({ ...as(principal), input: { userId } });
  const roleOf = async ({ userId, workspaceId }: UserPrincipal) =>
    (
      await fixture.db.system.query("SELECT role FROM memberships WHERE workspace_id = $1 AND user_id = $2", [
        workspaceId,
        userId,
      ])
    ).rows[0]?.role;

  test("passes to a member, and the owner becomes an admin, both at once", async () => {
    const editor = await fixture.newMember(key, "editor", []);
    expect(await codeOf(transfer(admin, editor.userId))).toBe("forbidden");
    expect(await codeOf(transfer(owner, owner.userId))).toBe("conflict");
    expect(await codeOf(transfer(owner, newId("usr")))).toBe("not_found");
    fixture.takeRevoked();
    await transfer(owner, editor.userId);
    expect([await roleOf(editor), await roleOf(owner)]).toEqual(["owner", "admin"]);
    expect(fixture.takeRevoked()).toHaveLength(2);
    expect((await fixture.auditOf(key)).at(-1)).toMatchObject({ action: "workspace.ownership_transferred" });
  });
});

describe("a recent sign-in", () => {
  test("is needed by people, not by keys, for keys, members, rules and deletion", async () => {
    const authenticatedAt = new Date(fixture.ctx.clock.now().getTime() - LIMITS.recentSignInMinutes * 60_000 - 1);
    const stale = { ...owner, authenticatedAt };
    const invitation = { email: "ada@example.com", role: "viewer", channel_ids: null } as const;
    const pullCredential = { type: "https_pull", name: "Partner" } as const;
    const acts = (principal: Principal): Record<string, () => Promise<unknown>> => ({
      createApiKey: async () => createApiKey({ ...as(principal), input: { apiKey: { name: "k" } } }),
      createPullCredential: async () =>
        createPullCredential({ ...as(principal), input: { feedId: newId("feed"), credential: pullCredential } }),
      createInvitation: async () => createInvitation({ ...as(principal), input: { invitation } }),
      updateMember: async () =>
        updateMember({ ...as(principal), input: { userId: admin.userId, patch: { role: "viewer" } } }),
      removeMember: async () => removeMember({ ...as(principal), input: { userId: admin.userId } }),
    });
    for (const [act, work] of Object.entries(acts(stale))) {
      expect([act, await codeOf(work())]).toEqual([act, "reauthentication_required"]);
    }
    for (const work of [
      async () => request(stale),
      async () => transferOwnership({ ...as(stale), input: { userId: admin.userId } }),
      async () => updateWorkspace({ ...as(stale), input: { patch: { requires_second_factor: true } } }),
    ]) {
      expect(await codeOf(work())).toBe("reauthentication_required");
    }
    expect(await codeOf(createApiKey({ ...as(key), input: { apiKey: { name: "k" } } }))).toBe("done");
    expect(await codeOf(removeMember({ ...as({ ...admin, authenticatedAt }), input: { userId: admin.userId } }))).toBe(
      "done",
    );
  });
});

describe("a recent sign-in, for where data goes", () => {
  const WEBHOOK = webhookEndpointCreateSchema.parse({ url: "https://hooks.example/t0ken" });
  const DESTINATION = destinationCreateSchema.parse({
    type: "sftp",
    name: "Partner",
    host: "sftp.partner.example",
    username: "acme",
    auth: { type: "public_key" },
    host_keys: [`SHA256:${"A".repeat(43)}`],
    path: "/feeds",
  });
  const createBoth = async (principal: Principal, validateOnly = false) => ({
    webhook: (await createWebhookEndpoint({ ...as(principal), input: { endpoint: WEBHOOK, validateOnly } })).id,
    destination: (await createDestination({ ...as(principal), input: { destination: DESTINATION, validateOnly } })).id,
  });

  test("is needed by people, not by keys, to create, redirect or take over a webhook endpoint or destination", async () => {
    const authenticatedAt = new Date(fixture.ctx.clock.now().getTime() - LIMITS.recentSignInMinutes * 60_000 - 1);
    const stale: Principal = { ...(await fixture.newMember(key, "editor")), authenticatedAt };
    const { webhook, destination } = await createBoth(key);
    const patchWebhook = (principal: Principal, patch: WebhookEndpointPatch) =>
      updateWebhookEndpoint({ ...as(principal), input: { id: webhook, patch } });
    const patchDestination = (principal: Principal, patch: DestinationPatch) =>
      updateDestination({ ...as(principal), input: { id: destination, patch } });
    const redirects = (by: Principal) => [
      () => createWebhookEndpoint({ ...as(by), input: { endpoint: WEBHOOK, validateOnly: true } }),
      () => createDestination({ ...as(by), input: { destination: DESTINATION, validateOnly: true } }),
      () => patchWebhook(by, { url: "https://other.example/" }),
      () => patchWebhook(by, { headers: [{ name: "x-token", value: "s" }] }),
      () => rotateSecret({ ...as(by), input: { id: webhook, rotation: { overlap_hours: 24, key_pair: false } } }),
      () => patchDestination(by, { host: "sftp.other.example" }),
      () => patchDestination(by, { path: "/other" }),
      () => patchDestination(by, { host_keys: [`SHA256:${"B".repeat(43)}`] }),
    ];
    for (const [i, redirect] of redirects(stale).entries()) {
      expect([i, await codeOf(redirect())]).toEqual([i, "reauthentication_required"]);
    }
    // What changes no receiver needs none, so that a person can stop or correct what is there at once.
    expect(await codeOf(patchWebhook(stale, { status: "paused", description: "Later" }))).toBe("done");
    expect(await codeOf(patchWebhook(stale, { status: "active" }))).toBe("done");
    expect(await codeOf(patchDestination(stale, { name: "Renamed", path: "/feeds" }))).toBe("done");
    for (const redirect of [...redirects(key), ...redirects(owner)]) expect(await codeOf(redirect())).toBe("done");
    // An endpoint of a key that expires lasts once a person takes it over.
    await fixture.db.system.query("UPDATE webhook_endpoints SET bound_to = 'key_1' WHERE id = $1", [webhook]);
    expect(await codeOf(patchWebhook(stale, { status: "active" }))).toBe("reauthentication_required");
    expect(await codeOf(patchWebhook(owner, { status: "active" }))).toBe("done");
  });
});

describe("a second factor", () => {
  const demand = (principal: Principal) =>
    updateWorkspace({ ...as(principal), input: { patch: { requires_second_factor: true } } });

  test("can be required only by a member whose session passed one, so that no owner locks everyone out", async () => {
    expect([await codeOf(demand(owner)), await codeOf(demand(key))]).toEqual(["conflict", "forbidden"]);
    await fixture.db.system.query(
      `INSERT INTO sessions (id, secret_hash, user_id, current_workspace_id, created_at, last_used_at, expires_at, second_factor_at)
       VALUES ($1, $2, $3, $4, now(), now(), now() + interval '1 day', now())`,
      [owner.sessionId, Buffer.from(owner.sessionId), owner.userId, owner.workspaceId],
    );
    fixture.takeRevoked();
    expect(await codeOf(demand(owner))).toBe("done");
    expect(fixture.takeRevoked()).toContain(owner.sessionId);
  });

  test("stays required whatever a key asks for; a signed-in owner or admin ends it after a recent sign-in", async () => {
    const { workspaceId } = key;
    await fixture.db.system.query("UPDATE workspaces SET requires_second_factor = true WHERE id = $1", [workspaceId]);
    const end = (principal: Principal) =>
      codeOf(updateWorkspace({ ...as(principal), input: { patch: { requires_second_factor: false } } }));
    const authenticatedAt = new Date(fixture.ctx.clock.now().getTime() - LIMITS.recentSignInMinutes * 60_000 - 1);
    const editor = await fixture.newMember(key, "editor", []);
    expect(await Promise.all([key, { ...admin, authenticatedAt }, editor].map(end))).toEqual([
      "forbidden",
      "reauthentication_required",
      "forbidden",
    ]);
    expect(await end(admin)).toBe("done");
  });
});

test("an invitation is mailed to its address in the same transaction, and not with validate_only", async () => {
  const invitation = { email: "ada@example.com", role: "viewer", channel_ids: null } as const;
  await createInvitation({ ...as(owner), input: { invitation, validateOnly: true } });
  expect(await mailsOf(key)).toEqual([]);
  await createInvitation({ ...as(owner), input: { invitation } });
  expect(await mailsOf(key)).toEqual([{ recipient: "ada@example.com", kind: "invitation" }]);
});

test("an address gets at most five mails with invitations an hour from all workspaces together; the invitations are created", async () => {
  const invite = async (principal: Principal, email: string) => {
    const invitation = { email, role: "viewer", channel_ids: null } as const;
    return (await createInvitation({ ...as(principal), input: { invitation } })).invitation.status;
  };
  const email = `${key.workspaceId}@flooded.example`;
  const otherKey = await fixture.newPrincipal();
  const other = await fixture.newMember(otherKey, "owner");
  for (let n = 0; n < LIMITS.invitationMailsPerAddress + 2; n += 1) {
    expect(await invite(n % 2 === 0 ? owner : other, email)).toBe("open");
  }
  const mailed = [...(await mailsOf(key)), ...(await mailsOf(otherKey))];
  expect(mailed).toHaveLength(LIMITS.invitationMailsPerAddress);
  expect(await invite(owner, `another-${email}`)).toBe("open");
  expect(await mailsOf(key)).toContainEqual({ recipient: `another-${email}`, kind: "invitation" });
});

test("invitations that are refused do not use up the mails of an address", async () => {
  const email = `${key.workspaceId}@silenced.example`;
  const invite = (role: "owner" | "viewer") =>
    codeOf(
      createInvitation({
        ...as(role === "owner" ? admin : owner),
        input: { invitation: { email, role, channel_ids: null } },
      }),
    );
  for (let n = 0; n <= LIMITS.invitationMailsPerAddress; n += 1) expect(await invite("owner")).toBe("forbidden");
  expect(await invite("viewer")).toBe("done");
  expect(await mailsOf(key)).toEqual([{ recipient: email, kind: "invitation" }]);
});

test("a workspace sends a limited number of mails with invitations an hour", async () => {
  const count = LIMITS.invitationMailsPerHour + 2;
  for (let n = 0; n < count; n += 1) {
    const invitation = { email: `n${n}@${key.workspaceId}.example`, role: "viewer", channel_ids: null } as const;
    const { id } = (await createInvitation({ ...as(owner), input: { invitation } })).invitation;
    await revokeInvitation({ ...as(owner), input: { id } });
  }
  expect(await mailsOf(key)).toHaveLength(LIMITS.invitationMailsPerHour);
});

test("a person sends as many as one workspace, from all workspaces together", async () => {
  const invite = (principal: UserPrincipal, n: number) => {
    const invitation = { email: `p${n}@${key.workspaceId}.example`, role: "viewer", channel_ids: null } as const;
    return createInvitation({ ...as(principal), input: { invitation } });
  };
  const otherKey = await fixture.newPrincipal();
  const { workspaceId } = otherKey;
  await fixture.db.system.query(
    "INSERT INTO memberships (workspace_id, user_id, role, created_at, updated_at) VALUES ($1, $2, 'owner', now(), now())",
    [workspaceId, owner.userId],
  );
  const half = LIMITS.invitationMailsPerHour / 2;
  for (let n = 0; n < half; n += 1) await invite(owner, n);
  for (let n = half; n < 2 * half + 2; n += 1) await invite({ ...owner, workspaceId }, n);
  const mailed = [...(await mailsOf(key)), ...(await mailsOf(otherKey))];
  expect(mailed).toHaveLength(LIMITS.invitationMailsPerHour);
});
