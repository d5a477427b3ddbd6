import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { channelCreateSchema } from "@skucast/contracts/channels/channel";
import { feedCreateSchema } from "@skucast/contracts/feeds/feed";
import type { Principal } from "@skucast/contracts/principal";
import { webhookEndpointCreateSchema } from "@skucast/contracts/webhook-endpoints/webhook-endpoint";
import { createApiKey } from "../api-keys/create-api-key.js";
import { revokeApiKey } from "../api-keys/revoke-api-key.js";
import { createChannel } from "../channels/create-channel.js";
import { revokeConnectedApp } from "../connected-apps/revoke-connected-app.js";
import { createFeed } from "../feeds/create-feed.js";
import { createInvitation } from "../invitations/create-invitation.js";
import { revokeInvitation } from "../invitations/revoke-invitation.js";
import { removeMember } from "../members/remove-member.js";
import { createPullCredential } from "../pull-credentials/create-pull-credential.js";
import { revokePullCredential } from "../pull-credentials/revoke-pull-credential.js";
import { deleteSingleSignOn } from "../single-sign-on/delete-single-sign-on.js";
import { type CatalogFixture, openCatalogFixture, rejectionOf } from "../testing/open-catalog-fixture.js";
import { createWebhookEndpoint } from "../webhook-endpoints/create-webhook-endpoint.js";
import { deleteWebhookEndpoint } from "../webhook-endpoints/delete-webhook-endpoint.js";
import { requestDeletion } from "./request-deletion.js";

let fixture: CatalogFixture;
beforeAll(async () => {
  fixture = await openCatalogFixture();
});
afterAll(() => fixture.close());

test("while a workspace is being deleted, every access can be withdrawn and none can be given", async () => {
  const key = await fixture.newPrincipal();
  const owner = await fixture.newMember(key, "owner");
  const member = await fixture.newMember(key, "viewer");
  const leaver = await fixture.newMember(key, "viewer");
  const app = await fixture.newApp(member);
  const as = <Input>(principal: Principal, input: Input) => ({ ctx: fixture.ctx, principal, input });
  const invitation = { email: "ada@example.com", role: "viewer", channel_ids: null } as const;
  const market = { country: "US", currency: "USD", language: "en" };
  const channel = await createChannel(as(key, { channel: channelCreateSchema.parse({ name: "C", market }) }));
  const feed = feedCreateSchema.parse({ channel_id: channel.id, name: "F", deliveries: [{ type: "https_pull" }] });
  const { id: feedId } = await createFeed(as(key, { feed }));
  const credential = { type: "https_pull", name: "Partner" } as const;
  const endpoint = webhookEndpointCreateSchema.parse({ url: "https://example.com/hook" });
  const give = {
    key: (by: Principal) => createApiKey(as(by, { apiKey: { name: "k" } })),
    invitation: async (by: Principal) => (await createInvitation(as(by, { invitation }))).invitation,
    credential: async (by: Principal) => (await createPullCredential(as(by, { feedId, credential }))).credential,
    endpoint: (by: Principal) => createWebhookEndpoint(as(by, { endpoint })),
  };
  const given = {
    key: await give.key(owner),
    invitation: await give.invitation(owner),
    credential: await give.credential(owner),
    endpoint: await give.endpoint(owner),
  };
  const { deletion } = await requestDeletion(as(owner, { name: "Test" }));
  const during = <T extends Principal>(principal: T): T => ({
    ...principal,
    deletesAt: new Date(deletion?.deletes_at ?? ""),
  });

  for (const act of Object.values(give)) {
    expect(await rejectionOf(act(during(owner)))).toMatchObject({ code: "workspace_being_deleted" });
  }
  await revokeConnectedApp(as(during(owner), { id: app.grantId }));
  await revokeApiKey(as(during(key), { id: given.key.id }));
  await revokeInvitation(as(during(owner), { id: given.invitation.id }));
  await revokePullCredential(as(during(owner), { id: given.credential.id }));
  await deleteWebhookEndpoint(as(during(owner), { id: given.endpoint.id }));
  await removeMember(as(during(owner), { userId: member.userId }));
  await removeMember(as(during(leaver), { userId: leaver.userId }));
  expect(await rejectionOf(deleteSingleSignOn(as(during(owner), {})))).toMatchObject({ code: "not_found" });
  const ends = (await fixture.auditOf(key)).map(({ action }) => action).filter((each) => !each.endsWith(".created"));
  expect(ends.toSorted()).toEqual([
    "api_key.revoked",
    "connected_app.revoked",
    "invitation.revoked",
    "member.removed",
    "member.removed",
    "pull_credential.revoked",
    "webhook_endpoint.deleted",
    "workspace.deletion_requested",
  ]);
});

test("who may not withdraw an access may not do it during the deletion either", async () => {
  const key = await fixture.newPrincipal();
  const viewer = { ...(await fixture.newMember(key, "viewer")), deletesAt: new Date() };
  const call = { ctx: fixture.ctx, principal: viewer, input: { id: "x" } };
  for (const work of [revokeApiKey, revokeInvitation, revokePullCredential, deleteWebhookEndpoint]) {
    expect(await rejectionOf(work(call))).toMatchObject({ code: "forbidden" });
  }
});
