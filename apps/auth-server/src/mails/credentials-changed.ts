import type { CredentialChange } from "@skucast/contracts/mails/account-mail";
import type { TransactionClient } from "@skucast/db/database";
import type { RequestOrigin } from "@skucast/db/memberships/create-workspace-with-owner";
import type { AccountsContext } from "../accounts/accounts-context.js";
import { describeDevice } from "../sessions/describe-device.js";
import { queueMail } from "./queue-mail.js";

/** Where and when something was done, as mails show it. */
export const mailOrigin = ({ ip, userAgent }: RequestOrigin, at: Date) => ({
  device: describeDevice(userAgent ?? null),
  ip: ip ?? null,
  at: at.toISOString(),
});

export interface ChangedCredentials {
  readonly recipient: string;
  readonly name: string;
  readonly change: CredentialChange;
  /** What changed, for example the name of a passkey. */
  readonly detail?: string;
  readonly origin: RequestOrigin;
}

/** Queues the mail that says that a credential of an account changed, in the transaction of the change. */
export const queueCredentialsChanged = (
  ctx: Pick<AccountsContext, "clock" | "keyring">,
  client: TransactionClient,
  { recipient, name, change, detail, origin }: ChangedCredentials,
): Promise<void> => {
  const facts = { change, detail: detail ?? null, ...mailOrigin(origin, ctx.clock.now()) };
  return queueMail(ctx, client, { recipient, mail: { kind: "credentials_changed", name, ...facts } });
};
