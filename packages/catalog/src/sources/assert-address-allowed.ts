import { assertTargetAllowed } from "../assert-target-allowed.js";
import type { CatalogContext } from "../context.js";

/** The address of a source's file: a URL, or an SFTP host. */
export interface Address {
  readonly url?: string | undefined;
  readonly host?: string | undefined;
  readonly port?: number | undefined;
}

export const SFTP_PORT = 22;

/** Rejects an address that the target guard does not allow. Call it outside of transactions: DNS may be slow. */
export async function assertAddressAllowed(
  { guard }: CatalogContext,
  { url, host, port = SFTP_PORT }: Address,
): Promise<void> {
  if (url !== undefined) await assertTargetAllowed("/url", () => guard.checkUrl(url));
  if (host !== undefined) await assertTargetAllowed("/host", () => guard.checkHost(host, port));
}
