import { openSecret } from "@skucast/credentials/seal";
import type { Destination as DestinationRow } from "@skucast/db/generated/client";
import type { Partner } from "@skucast/partners/partner";
import { isLegacyAllowed } from "@skucast/sftp/login";
import type { CatalogContext } from "../context.js";
import { destinationOf } from "./destination-row.js";
import { placeOf } from "./seal-auth.js";

/** A stored destination with decrypted secrets. Discard it when the connection ends. */
export function partnerOf({ keyring, clock }: CatalogContext, row: DestinationRow): Partner {
  const { type, host, port, username, path, strategy, verify, host_keys, ...shown } = destinationOf(row);
  return {
    type,
    host,
    port,
    username,
    folder: path,
    strategy,
    verify,
    hostKeys: host_keys,
    writesMax: row.orderedWritesSince === null ? row.writesMax : 1,
    isLegacyAllowed: isLegacyAllowed(shown.legacy_algorithms_until, clock.now()),
    options: row.options,
    login: openSecret(keyring, row.authSealed, placeOf(row, "auth")),
    nextLogin: row.nextAuthSealed && openSecret(keyring, row.nextAuthSealed, placeOf(row, "next_auth")),
  };
}
