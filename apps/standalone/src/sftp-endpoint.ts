import { publicUrlOf } from "@skucast/app-kit/open-origin";
import { findFreePort } from "@skucast/embedded-postgres/find-free-port";
import type { StandaloneSettings } from "./config.js";

/**
 * Port and public address of the SFTP server for partners, as environment variables. Without SKUCAST_SFTP_PORT, any
 * free port.
 */
export async function sftpEndpoint(settings: StandaloneSettings): Promise<Record<string, string>> {
  const port = settings.SKUCAST_SFTP_PORT ?? (await findFreePort());
  const { hostname } = new URL(publicUrlOf(settings));
  return {
    SKUCAST_SFTP_PORT: `${port}`,
    SKUCAST_SFTP_ADDRESS: settings.SKUCAST_SFTP_ADDRESS ?? `${hostname}:${port}`,
  };
}
