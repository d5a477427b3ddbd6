import { openSecret } from "@skucast/credentials/seal";
import type { Destination as DestinationRow } from "@skucast/db/generated/client";
import { isLegacyAllowed, parseLogin } from "@skucast/sftp/login";
import type { SftpTarget } from "@skucast/sftp/sftp-target";
import type { CatalogContext } from "../context.js";
import { destinationOf } from "./destination-row.js";
import { placeOf } from "./seal-auth.js";

/** A stored destination as a host to log in at, with its secrets opened. Keep it no longer than the conversation. */
export function targetOf({ keyring, clock }: CatalogContext, row: DestinationRow): SftpTarget {
  const { host, port, username, host_keys: hostKeys, legacy_algorithms_until: until } = destinationOf(row);
  const next = row.nextAuthSealed && openSecret(keyring, row.nextAuthSealed, placeOf(row, "next_auth"));
  const auth = parseLogin(openSecret(keyring, row.authSealed, placeOf(row, "auth")), next);
  return { host, port, username, auth, hostKeys, isLegacyAllowed: isLegacyAllowed(until, clock.now()) };
}
