import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import type { Principal } from "@skucast/contracts/principal";
import { SCOPES } from "@skucast/contracts/scopes";
import { createApiKey } from "../api-keys/create-api-key.js";
import { getApiKey } from "../api-keys/get-api-key.js";
import { listApiKeys } from "../api-keys/list-api-keys.js";
import { revokeApiKey } from "../api-keys/revoke-api-key.js";
import { listAuditLog } from "../audit/list-audit-log.js";
import { listConnectedApps } from "../connected-apps/list-connected-apps.js";
import { revokeConnectedApp } from "../connected-apps/revoke-connected-app.js";
import { createInvitation } from "../invitations/create-invitation.js";
import { getInvitation } from "../invitations/get-invitation.js";
import { listInvitations } from "../invitations/list-invitations.js";
import { revokeInvitation } from "../invitations/revoke-invitation.js";
import { listMembers } from "../members/list-members.js";
import { removeMember } from "../members/remove-member.js";
import { updateMember } from "../members/update-member.js";
import { type CatalogFixture, openCatalogFixture, rejectionOf } from "../testing/open-catalog-fixture.js";
import { getMe } from "./get-me.js";
import { updateWorkspace } from "./update-workspace.js";

const page = { after: "", limit: 50 };
const key = newId("key");
const invitation = newId("inv");
const grant = newId("grt");
const user = newId("usr");

/** Every operation that manages a workspace, on resources that do not exist. */
const ACTS: Readonly<Record<string, (who: { ctx: CatalogFixture["ctx"]; principal: Principal }) => Promise<unknown>>> =
  {
    updateWorkspace: (who) => updateWorkspace({ ...who, input: { patch: { name: "Test" } } }),
    createApiKey: (who) => createApiKey({ ...who, input: { apiKey: { name: "k" } } }),
    getApiKey: (who) => getApiKey({ ...who, input: { id: key } }),
    listApiKeys: (who) => listApiKeys({ ...who, input: page }),
    revokeApiKey: (who) => revokeApiKey({ ...who, input: { id: key } }),
    listMembers: (who) => listMembers({ ...who, input: page }),
    updateMember: (who) => updateMember({ ...who, input: { userId: user, patch: { role: "viewer" } } }),
    removeMember: (who) => removeMember({ ...who, input: { userId: user } }),
    createInvitation: (who) =>
      createInvitation({
        ...who,
        input: { invitation: { email: "a@example.com", role: "viewer", channel_ids: null } },
      }),
    getInvitation: (who) => getInvitation({ ...who, input: { id: invitation } }),
    listInvitations: (who) => listInvitations({ ...who, input: page }),
    revokeInvitation: (who) => revokeInvitation({ ...who, input: { id: invitation } }),
    listAuditLog: (who) => listAuditLog({ ...who, input: page }),
    listConnectedApps: (who) => listConnectedApps({ ...who, input: page }),
    revokeConnectedApp: (who) => revokeConnectedApp({ ...who, input: { id: grant } }),
  };
/** What users may do for themselves without permission to manage the workspace. */
const OWN = ["listConnectedApps", "revokeConnectedApp"];

let fixture: CatalogFixture;
let workspace: Principal;
const principals: Record<string, Principal> = {};

beforeAll(async () => {
  fixture = await openCatalogFixture();
  workspace = await fixture.newPrincipal();
  for (const role of ["owner", "admin", "editor", "viewer"] as const) {
    principals[role] = await fixture.newMember(workspace, role);
  }
  principals["app of an owner"] = await fixture.newApp(await fixture.newMember(workspace, "owner"));
  principals["api key"] = workspace;
  principals["key with scopes alone"] = { ...workspace, scopes: new Set(SCOPES) };
});
afterAll(() => fixture.close());

/** The result of an operation: done, or the code of its error. */
async function outcomeOf(act: string, who: string): Promise<unknown> {
  const run = ACTS[act];
  const principal = principals[who];
  if (!run || !principal) throw new Error(`no operation ${act} or principal ${who}`);
  return run({ ctx: fixture.ctx, principal }).then(
    () => "done",
    (error: { code?: unknown }) => error.code,
  );
}

describe.each(["owner", "admin", "api key"])("an %s", (who) => {
  test.each(Object.keys(ACTS))("may %s", async (act) => {
    expect(["done", "not_found"]).toContain(await outcomeOf(act, who));
  });
});

describe.each(["editor", "viewer", "app of an owner", "key with scopes alone"])("an %s", (who) => {
  const isPerson = who === "editor" || who === "viewer";
  const acts = Object.keys(ACTS);

  test.each(acts.filter((act) => !(isPerson && OWN.includes(act))))("may not %s", async (act) => {
    expect(await outcomeOf(act, who)).toBe("forbidden");
  });

  if (isPerson) {
    test.each(OWN)("may %s of their own", async (act) => {
      expect(["done", "not_found"]).toContain(await outcomeOf(act, who));
    });
  }
});

describe("the principal of a token", () => {
  const me = (principal: Principal) => getMe({ ctx: fixture.ctx, principal, input: {} });

  test("for a user: email address, role, channels and can_manage", async () => {
    const channels = [newId("ch")];
    const viewer = await fixture.newMember(workspace, "viewer", channels);
    expect(await me(viewer)).toEqual({
      kind: "user",
      language: null,
      workspace: { id: workspace.workspaceId, name: "Test" },
      can_manage: false,
      role: "viewer",
      scopes: ["products:read", "channels:read", "feeds:read", "webhooks:read"],
      channel_ids: channels,
      user_id: viewer.userId,
      user: { id: viewer.userId, email: `${viewer.userId}@example.com`, name: "Ada" },
    });
    expect(await me(await fixture.newMember(workspace, "owner"))).toMatchObject({
      can_manage: true,
      scopes: [...SCOPES],
    });
  });

  test("for an app: its name, its grant and its user", async () => {
    const app = await fixture.newApp(await fixture.newMember(workspace, "owner"));
    expect(await me(app)).toMatchObject({
      kind: "oauth",
      can_manage: false,
      client_id: app.clientId,
      client_name: "App",
      grant_id: app.grantId,
      user_id: app.userId,
      role: "owner",
      scopes: [...SCOPES],
    });
  });

  test("for an API key: the key, its scopes and can_manage", async () => {
    expect(await me(workspace)).toMatchObject({ kind: "api_key", scopes: [...SCOPES], can_manage: true });
  });

  test("for a former member: invalid_token", async () => {
    const otherWorkspace = { ...(await fixture.newMember(workspace, "viewer")), userId: newId("usr") };
    expect((await rejectionOf(me(otherWorkspace))).code).toBe("invalid_token");
  });
});
