import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Principal } from "@skucast/contracts/principal";
import { accountMailPlace } from "@skucast/credentials/account-mail-place";
import { openSecret } from "@skucast/credentials/seal";
import { type CatalogFixture, openCatalogFixture, rejectionOf } from "../testing/open-catalog-fixture.js";
import { createInvitation } from "./create-invitation.js";

let fixture: CatalogFixture;
beforeAll(async () => {
  fixture = await openCatalogFixture();
});
afterAll(() => fixture.close());

const invite = (principal: Principal, email: string, ctx = fixture.ctx) =>
  createInvitation({ ctx, principal, input: { invitation: { email, role: "viewer", channel_ids: null } } });

async function mailTo(email: string): Promise<unknown> {
  const { rows } = await fixture.db.system.query<{ id: string; sealed: Buffer }>(
    "SELECT id, sealed FROM account_mails WHERE recipient = $1",
    [email],
  );
  const [mail] = rows;
  return mail && JSON.parse(openSecret(fixture.ctx.keyring, mail.sealed, accountMailPlace(mail.id)));
}

test("the mail of an invitation has the address of the inviter, because people choose their names freely", async () => {
  const workspace = await fixture.newPrincipal();
  const owner = await fixture.newMember(workspace, "owner");
  await invite(owner, "one@example.com");
  expect(await mailTo("one@example.com")).toMatchObject({
    inviter: "Ada",
    inviterEmail: `${owner.userId}@example.com`,
  });
  await invite(workspace, "two@example.com");
  expect(await mailTo("two@example.com")).toMatchObject({ inviter: null, inviterEmail: null });
});

test("where no mail is sent, an owner invites without a confirmed address", async () => {
  const owner = await fixture.newMember(await fixture.newPrincipal(), "owner");
  const needing = { ...fixture.ctx, needsConfirmedAddress: true };
  expect((await rejectionOf(invite(owner, "three@example.com", needing))).code).toBe("confirmed_address_required");
  await invite(owner, "three@example.com");
});
