import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { channelCreateSchema } from "@skucast/contracts/channels/channel";
import { newId } from "@skucast/contracts/ids";
import type { MemberPatch } from "@skucast/contracts/members/member";
import type { Principal } from "@skucast/contracts/principal";
import type { WriteOptions } from "../call.js";
import { createChannel } from "../channels/create-channel.js";
import {
  type CatalogFixture,
  openCatalogFixture,
  rejectionOf,
  type UserPrincipal,
} from "../testing/open-catalog-fixture.js";
import { listMembers } from "./list-members.js";
import { removeMember } from "./remove-member.js";
import { updateMember } from "./update-member.js";

let fixture: CatalogFixture;
let key: Principal;
let owner: UserPrincipal;
let admin: UserPrincipal;

beforeAll(async () => {
  fixture = await openCatalogFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  key = await fixture.newPrincipal();
  owner = await fixture.newMember(key, "owner");
  admin = await fixture.newMember(key, "admin");
  fixture.takeRevoked();
});

const change = (principal: Principal, { userId }: { userId: string }, patch: MemberPatch, more: WriteOptions = {}) =>
  updateMember({ ctx: fixture.ctx, principal, input: { userId, patch, ...more } });
const remove = (principal: Principal, { userId }: { userId: string }, more: WriteOptions = {}) =>
  removeMember({ ctx: fixture.ctx, principal, input: { userId, ...more } });
const roles = async () => {
  const { items } = await listMembers({ ctx: fixture.ctx, principal: key, input: { after: "", limit: 50 } });
  return Object.fromEntries(items.map(({ user_id, role }) => [user_id, role]));
};
const newChannel = (principal: Principal) =>
  createChannel({
    ctx: fixture.ctx,
    principal,
    input: {
      channel: channelCreateSchema.parse({ name: "C", market: { country: "US", currency: "USD", language: "en" } }),
    },
  });

describe("a member's role", () => {
  test("changes with an audit entry, and the old permissions are announced as revoked", async () => {
    const viewer = await fixture.newMember(key, "viewer");
    fixture.tick(1_000);
    const origin = { ip: "203.0.113.7", userAgent: "curl/8", requestId: "req_1" };
    const changed = await change(admin, viewer, { role: "editor" }, { origin });
    expect(changed).toMatchObject({ role: "editor", updated_at: fixture.ctx.clock.now().toISOString() });
    expect(fixture.takeRevoked()).toEqual([`${key.workspaceId}:${viewer.userId}`]);
    expect(await fixture.auditOf(key)).toMatchObject([
      {
        actor: { type: "user", id: admin.userId, email: `${admin.userId}@example.com` },
        action: "member.updated",
        object: { type: "member", id: viewer.userId },
        details: expect.objectContaining({ changed: ["role"], role_before: "viewer", role_after: "editor" }),
        ip: "203.0.113.7",
        user_agent: "curl/8",
        request_id: "req_1",
      },
    ]);
  });

  test("set to the same value, or with validateOnly, changes, announces and logs nothing", async () => {
    const viewer = await fixture.newMember(key, "viewer");
    const before = await change(admin, viewer, { role: "viewer" });
    expect(await change(admin, viewer, { role: "editor" }, { validateOnly: true })).toMatchObject({ role: "editor" });
    expect(await change(admin, viewer, {})).toEqual(before);
    await remove(admin, viewer, { validateOnly: true });
    expect([fixture.takeRevoked(), await fixture.auditOf(key)]).toEqual([[], []]);
  });

  test("of an unknown user, or of another workspace's member, is not found", async () => {
    const otherWorkspace = await fixture.newMember(await fixture.newPrincipal(), "viewer");
    expect((await rejectionOf(change(owner, otherWorkspace, { role: "editor" }))).code).toBe("not_found");
    expect((await rejectionOf(remove(owner, otherWorkspace))).code).toBe("not_found");
  });
});

describe("owners", () => {
  test("can be appointed only by a signed-in owner", async () => {
    for (const principal of [admin, key]) {
      expect((await rejectionOf(change(principal, admin, { role: "owner" }))).code).toBe("forbidden");
    }
    expect(await change(owner, admin, { role: "owner" })).toMatchObject({ role: "owner" });
  });

  test("can be demoted and removed only by a signed-in owner", async () => {
    const second = await fixture.newMember(key, "owner");
    for (const principal of [admin, key]) {
      expect((await rejectionOf(change(principal, second, { role: "viewer" }))).code).toBe("forbidden");
      expect((await rejectionOf(remove(principal, second))).code).toBe("forbidden");
    }
    await change(owner, second, { role: "admin" });
    expect(await roles()).toEqual({ [owner.userId]: "owner", [admin.userId]: "admin", [second.userId]: "admin" });
  });

  test("lose their rights when demoted, even if their session has not been updated", async () => {
    const second = await fixture.newMember(key, "owner");
    await change(owner, second, { role: "admin" });
    expect((await rejectionOf(change(second, owner, { role: "viewer" }))).code).toBe("forbidden");
  });

  test("never all disappear: the last one cannot step down, leave or be removed", async () => {
    expect(await rejectionOf(change(owner, owner, { role: "admin" }))).toMatchObject({
      code: "conflict",
      message: expect.stringContaining("make another member an owner first"),
    });
    expect((await rejectionOf(remove(owner, owner))).code).toBe("conflict");
  });

  test("never all disappear, even if ten step down concurrently", async () => {
    const others = await Promise.all(Array.from({ length: 9 }, () => fixture.newMember(key, "owner")));
    const downs = [owner, ...others].map((one, i) =>
      (i % 2 ? remove(one, one) : change(one, one, { role: "viewer" })).then(
        () => "done",
        (error: { code?: unknown }) => error.code,
      ),
    );
    const outcomes = await Promise.all(downs);
    expect(outcomes.filter((outcome) => outcome === "conflict")).toHaveLength(1);
    expect(Object.values(await roles()).filter((role) => role === "owner")).toHaveLength(1);
  });
});

describe("a member who is removed, or leaves", () => {
  test("is gone with the apps that they had connected to this workspace; all of it is announced and logged", async () => {
    const viewer = await fixture.newMember(key, "viewer");
    const app = await fixture.newApp(viewer);
    const kept = await fixture.newApp(admin);
    await remove(viewer, viewer);
    expect(Object.keys(await roles())).not.toContain(viewer.userId);
    expect(new Set(fixture.takeRevoked())).toEqual(new Set([app.grantId, `${key.workspaceId}:${viewer.userId}`]));
    const { rows } = await fixture.db.system.query(
      "SELECT id FROM oauth_grants WHERE workspace_id = $1 AND revoked_at IS NULL",
      [key.workspaceId],
    );
    expect(rows).toEqual([{ id: kept.grantId }]);
    // Both have the same time, so either may be listed first.
    const entries = (await fixture.auditOf(key)).toSorted((a, b) => b.action.localeCompare(a.action));
    expect(entries).toMatchObject([
      { action: "member.removed", actor: { email: `${viewer.userId}@example.com` }, details: { role: "viewer" } },
      {
        action: "connected_app.revoked",
        object: { type: "connected_app", id: app.grantId },
        details: {
          client_id: app.clientId,
          client_name: "App",
          redirect_host: "app.example",
          user_id: viewer.userId,
          reason: "member removed",
        },
      },
    ]);
    expect((await rejectionOf(remove(admin, viewer))).code).toBe("not_found");
  });

  test("can leave in any role, without effect on other members", async () => {
    const viewer = await fixture.newMember(key, "viewer");
    const editor = await fixture.newMember(key, "editor");
    expect((await rejectionOf(remove(viewer, editor))).code).toBe("forbidden");
    await remove(viewer, viewer);
    await remove(editor, editor);
    await remove(admin, admin);
    expect(await roles()).toEqual({ [owner.userId]: "owner" });
  });

  test("cannot be removed by their own app", async () => {
    const viewer = await fixture.newMember(key, "viewer");
    expect((await rejectionOf(remove(await fixture.newApp(viewer), viewer))).code).toBe("forbidden");
  });

  test("is in the journal that every process reads, so that no announcement is needed", async () => {
    const viewer = await fixture.newMember(key, "viewer");
    const subject = `${key.workspaceId}:${viewer.userId}`;
    const told = async () =>
      (await fixture.db.system.query("SELECT FROM revocations WHERE subject = $1", [subject])).rowCount ?? 0;
    const before = await told();
    await remove(admin, viewer);
    expect(await told()).toBe(before + 1);
  });
});

describe("restricting a member to channels", () => {
  test("is possible for editors and viewers, and null lifts the restriction", async () => {
    const { id } = await newChannel(key);
    const viewer = await fixture.newMember(key, "viewer");
    expect(await change(admin, viewer, { channel_ids: [id] })).toMatchObject({ channel_ids: [id] });
    expect(await rejectionOf(change(admin, viewer, { role: "admin" }))).toMatchObject({
      code: "validation_failed",
      pointers: ["/channel_ids"],
    });
    const opened = await change(admin, viewer, { role: "admin", channel_ids: null });
    expect(opened).toMatchObject({ role: "admin", channel_ids: null });
  });

  test("to unknown channels, another workspace's channels or duplicates is rejected with all errors at once", async () => {
    const own = await newChannel(key);
    const foreign = await newChannel(await fixture.newPrincipal());
    const viewer = await fixture.newMember(key, "viewer");
    const channel_ids = [own.id, own.id, foreign.id, newId("ch")];
    expect((await rejectionOf(change(admin, viewer, { role: "owner", channel_ids }))).code).toBe("forbidden");
    expect((await rejectionOf(change(admin, viewer, { role: "admin", channel_ids }))).pointers).toEqual([
      "/channel_ids",
      "/channel_ids/1",
      "/channel_ids/2",
      "/channel_ids/3",
    ]);
  });
});

test("members are listed in pages, each once", async () => {
  for (let i = 0; i < 3; i += 1) await fixture.newMember(key, "viewer");
  const list = (after: string) => listMembers({ ctx: fixture.ctx, principal: key, input: { after, limit: 2 } });
  const seen: string[] = [];
  for (let after: string | null = ""; after !== null; ) {
    const { items, next } = await list(after);
    seen.push(...items.map(({ user_id }) => user_id));
    after = next;
  }
  expect(new Set(seen).size).toBe(5);
  expect(seen).toHaveLength(5);
});
