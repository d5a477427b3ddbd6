import { type AccountMail, accountMailSchema } from "@skucast/contracts/mails/account-mail";
import { accountMailPlace } from "@skucast/credentials/account-mail-place";
import type { Keyring } from "@skucast/credentials/keyring";
import { openSecret } from "@skucast/credentials/seal";

/** The content of a queued mail. Throws if its key is missing or its bytes were changed. */
export const openMail = (
  keyring: Keyring,
  { id, sealed }: { readonly id: string; readonly sealed: Uint8Array },
): AccountMail => accountMailSchema.parse(JSON.parse(openSecret(keyring, sealed, accountMailPlace(id))));
