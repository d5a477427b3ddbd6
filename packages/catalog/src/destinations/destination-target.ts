import { openSecret } from "@skucast/credentials/seal";
import type { Destination as DestinationRow } from "@skucast/db/generated/client";
import { isLegacyAllowed, parseLogin } from "@skucast/sftp/login";
import type { SftpTarget } from "@skucast/sftp/sftp-target";
import type { CatalogContext } from "../context.js";
import { destinationOf } from "./destination-row.js";
import { placeOf } from "./seal-auth.js";

/** A stored destination as a login target, with decrypted secrets. Discard it when the connection ends. */
export function targetOf({ keyring, clock }: CatalogContext, row: DestinationRow): SftpTarget {
  const { host, port, username, host_keys: hostKeys, legacy_algorithms_until: until } = destinationOf(row);
  const next = row.nextAuthSealed && openSecret(keyring, row.nextAuthSealed, placeOf(row, "next_auth"));
  const auth = parseLogin(openSecret(keyring, row.authSealed, placeOf(row, "auth")), next);
  return { host, port, username, auth, hostKeys, isLegacyAllowed: isLegacyAllowed(until, clock.now()) };
}
