import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { Principal } from "@skucast/contracts/principal";
import type { WriteOptions } from "../call.js";
import {
  type AppPrincipal,
  type CatalogFixture,
  openCatalogFixture,
  rejectionOf,
  type UserPrincipal,
} from "../testing/open-catalog-fixture.js";
import { listConnectedApps } from "./list-connected-apps.js";
import { revokeConnectedApp } from "./revoke-connected-app.js";

const DAY_MS = 86_400_000;
let fixture: CatalogFixture;
let key: Principal;
let viewer: UserPrincipal;
let viewersApp: AppPrincipal;
let adminsApp: AppPrincipal;

beforeAll(async () => {
  fixture = await openCatalogFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  key = await fixture.newPrincipal();
  viewer = await fixture.newMember(key, "viewer");
  viewersApp = await fixture.newApp(viewer);
  adminsApp = await fixture.newApp(await fixture.newMember(key, "admin"));
  fixture.takeRevoked();
});

const list = (principal: Principal, more: object = {}) =>
  listConnectedApps({ ctx: fixture.ctx, principal, input: { after: "", limit: 50, ...more } });
const idsOf = async (principal: Principal) => (await list(principal)).items.map(({ id }) => id);
const revoke = (principal: Principal, { grantId }: { grantId: string }, more: WriteOptions = {}) =>
  revokeConnectedApp({ ctx: fixture.ctx, principal, input: { id: grantId, ...more } });

describe("connected apps", () => {
  test("are shown with their redirect host, user and scopes", async () => {
    const [app] = (await list(viewer)).items;
    expect(app).toEqual({
      id: viewersApp.grantId,
      client_id: viewersApp.clientId,
      name: "App",
      redirect_host: "app.example",
      workspace: { id: key.workspaceId, name: "Test" },
      user: { id: viewer.userId, email: `${viewer.userId}@example.com` },
      scopes: ["products:read", "channels:read", "feeds:read", "webhooks:read"],
      created_at: expect.any(String),
      last_used_at: null,
      expires_at: expect.any(String),
    });
  });

  test("are all visible to managers; other members see their own; apps and other workspaces see none", async () => {
    const all = [viewersApp.grantId, adminsApp.grantId].sort();
    for (const manager of [key, await fixture.newMember(key, "owner"), await fixture.newMember(key, "admin")]) {
      expect(await idsOf(manager)).toEqual(all);
    }
    expect(await idsOf(viewer)).toEqual([viewersApp.grantId]);
    expect(await idsOf(await fixture.newPrincipal())).toEqual([]);
    expect((await rejectionOf(list(adminsApp))).code).toBe("forbidden");
  });

  test("are not listed after they expire", async () => {
    fixture.tick(366 * DAY_MS);
    expect(await idsOf(key)).toEqual([]);
  });

  test("are listed in pages, each once", async () => {
    const first = await list(key, { limit: 1 });
    const second = await list(key, { limit: 1, after: first.next });
    expect([first.items.length, second.items.length, second.next]).toEqual([1, 1, null]);
    expect(first.items[0]?.id).not.toBe(second.items[0]?.id);
  });
});

describe("disconnecting an app", () => {
  test("ends its grant, is announced to every process and logged, once even if repeated", async () => {
    await revoke(viewer, viewersApp);
    await revoke(viewer, viewersApp);
    expect(await idsOf(key)).toEqual([adminsApp.grantId]);
    expect(fixture.takeRevoked()).toEqual([viewersApp.grantId]);
    expect(await fixture.auditOf(key)).toMatchObject([
      {
        actor: { type: "user", id: viewer.userId },
        action: "connected_app.revoked",
        object: { type: "connected_app", id: viewersApp.grantId },
        details: {
          client_id: viewersApp.clientId,
          client_name: "App",
          redirect_host: "app.example",
          user_id: viewer.userId,
          reason: "disconnected",
        },
      },
    ]);
    const { rows } = await fixture.db.system.query("SELECT FROM revocations WHERE subject = $1", [viewersApp.grantId]);
    expect(rows).toHaveLength(1);
  });

  test("is allowed for the user's own apps and for managers; other users' apps are not found", async () => {
    expect((await rejectionOf(revoke(viewer, adminsApp))).code).toBe("not_found");
    expect((await rejectionOf(revoke(await fixture.newPrincipal(), adminsApp))).code).toBe("not_found");
    await revoke(key, viewersApp);
    await revoke(key, adminsApp);
    expect(await idsOf(key)).toEqual([]);
  });

  test("is forbidden for apps, even for themselves: they use the revocation endpoint", async () => {
    expect((await rejectionOf(revoke(viewersApp, viewersApp))).code).toBe("forbidden");
  });

  test("changes nothing with validateOnly", async () => {
    await revoke(viewer, viewersApp, { validateOnly: true });
    expect([fixture.takeRevoked(), await fixture.auditOf(key)]).toEqual([[], []]);
    expect(await idsOf(viewer)).toEqual([viewersApp.grantId]);
  });
});
