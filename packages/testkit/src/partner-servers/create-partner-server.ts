import { PASSWORD, type PartnerServer, USERNAME } from "./partner-server.js";
import type { RunningServer } from "./run-server.js";
import type { ServerFiles } from "./ssh-keys.js";

/** Describes a server with one user, who logs in with password or key. `root` is the folder's path for clients. */
export const createPartnerServer = (server: RunningServer, files: ServerFiles, root: string): PartnerServer => ({
  host: "127.0.0.1",
  ...server,
  username: USERNAME,
  password: PASSWORD,
  privateKey: files.privateKey,
  hostKeysSha256: files.hostKeysSha256,
  folder: files.folder,
  root,
});
