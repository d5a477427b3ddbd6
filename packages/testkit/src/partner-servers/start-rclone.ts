import { join } from "node:path";
import { createPartnerServer } from "./create-partner-server.js";
import { PASSWORD, type PartnerServer, USERNAME } from "./partner-server.js";
import { runServer } from "./run-server.js";
import { createServerFiles, requireProgram } from "./ssh-keys.js";

export interface RcloneOptions {
  /** `off` (rclone's default) accepts only sequential writes; `writes` caches the file on disk and accepts any. */
  readonly cacheMode?: "off" | "writes";
}

const RCLONE = "/usr/bin/rclone";

/** Starts `rclone serve sftp`. Its user may log in with password or key. */
export async function startRclone({ cacheMode = "off" }: RcloneOptions = {}): Promise<PartnerServer> {
  requireProgram(RCLONE, "rclone");
  const files = createServerFiles("rclone");
  const server = await runServer({
    name: "rclone",
    command: RCLONE,
    args: (port) => [
      "serve",
      "sftp",
      files.folder,
      "--addr",
      `127.0.0.1:${port}`,
      "-v",
      "--user",
      USERNAME,
      "--pass",
      PASSWORD,
      "--authorized-keys",
      files.authorizedKeysFile,
      ...files.hostKeyFiles.flatMap((file) => ["--key", file]),
      "--config",
      join(files.home, "rclone.conf"),
      "--cache-dir",
      join(files.home, "cache"),
      "--vfs-cache-mode",
      cacheMode,
      "--vfs-write-back",
      "100ms", // the default of 5 s is too slow for tests
      "--dir-cache-time",
      "0s", // shows changes of the folder immediately
    ],
    listening: /SFTP server listening on/,
    home: files.home,
  });
  return createPartnerServer(server, files, "/");
}
