import { setTimeout as pause } from "node:timers/promises";
import type { SftpSession } from "./open-session.js";
import { statRemote } from "./remote-files.js";
import { isFailure } from "./sftp-failure.js";

const LOOKS_MAX = 4;
const PAUSE_MS = 250;

/**
 * Looks for a file that the host has just reported as missing, for one second. Gateways that pass files on to other
 * storage, such as rclone, can lose sight of a file briefly while they do.
 */
export async function reappears(session: SftpSession, path: string): Promise<boolean> {
  for (let looks = 1; looks <= LOOKS_MAX; looks += 1) {
    await pause(PAUSE_MS);
    const isThere = await statRemote(session, path).then(
      () => true,
      (error: unknown) => {
        if (isFailure(error, "not_found")) return false;
        throw error;
      },
    );
    if (isThere) return true;
  }
  return false;
}
