import { assertTargetAllowed } from "../assert-target-allowed.js";
import type { CatalogContext } from "../context.js";

/** Where a source's file may be. */
export interface Address {
  readonly url?: string | undefined;
  readonly host?: string | undefined;
  readonly port?: number | undefined;
}

export const SFTP_PORT = 22;

/** Refuses an address that the target guard does not let pass. DNS may be slow: no transaction waits for it. */
export async function assertAddressAllowed(
  { guard }: CatalogContext,
  { url, host, port = SFTP_PORT }: Address,
): Promise<void> {
  if (url !== undefined) await assertTargetAllowed("/url", () => guard.checkUrl(url));
  if (host !== undefined) await assertTargetAllowed("/host", () => guard.checkHost(host, port));
}
