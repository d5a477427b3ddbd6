import { join } from "node:path";
import { asPartner } from "./as-partner.js";
import { PASSWORD, type PartnerServer, USERNAME } from "./partner-server.js";
import { runServer } from "./run-server.js";
import { createServerFiles, requireProgram } from "./ssh-keys.js";

export interface RcloneOptions {
  /** `off` (as shipped) takes the writes of a file only in order; `writes` keeps the file on disk first and takes any. */
  readonly cacheMode?: "off" | "writes";
}

const RCLONE = "/usr/bin/rclone";

/** Starts `rclone serve sftp`. Its user may log in by password or key. */
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
      "100ms", // 5 s by default: no test has the time
      "--dir-cache-time",
      "0s", // what a test changes in the folder is seen at once
    ],
    listening: /SFTP server listening on/,
    home: files.home,
  });
  return asPartner(server, files, "/");
}
