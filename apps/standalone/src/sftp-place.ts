import { publicUrlOf } from "@skucast/app-kit/open-origin";
import { findFreePort } from "@skucast/embedded-postgres/find-free-port";
import type { StandaloneSettings } from "./config.js";

/** Where partners fetch over SFTP, for the app that listens and the one that tells: any free port, unless one was set. */
export async function sftpPlace(settings: StandaloneSettings): Promise<Record<string, string>> {
  const port = settings.SKUCAST_SFTP_PORT ?? (await findFreePort());
  const { hostname } = new URL(publicUrlOf(settings));
  return {
    SKUCAST_SFTP_PORT: `${port}`,
    SKUCAST_SFTP_ADDRESS: settings.SKUCAST_SFTP_ADDRESS ?? `${hostname}:${port}`,
  };
}
