// A partner with an OpenSSH server, and feeds that push files to it.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { startSshServer } from "@skucast/testkit/start-ssh-server";
import { call } from "./testbed.mjs";

const MARKET = { country: "US", currency: "USD", language: "en" };

export async function startPartner() {
  const server = await startSshServer();
  const folderOf = (workspace) => join(server.root, workspace.id);

  return {
    /** Creates a destination for this partner; files arrive in a folder of the workspace. */
    async addDestination(api, workspace) {
      mkdirSync(folderOf(workspace), { recursive: true });
      const { host, port, username, hostKeySha256 } = server;
      const login = { host, port, username, host_keys: [hostKeySha256], auth: { type: "public_key" } };
      const asked = { name: "Partner", type: "sftp", path: folderOf(workspace), strategy: "rename", ...login };
      const made = await call(api, workspace, "POST", "/destinations", asked);
      server.authorize(made.public_key ?? made.auth.public_key);
      return made.id;
    },
    addChannel: (api, workspace, fields = {}) =>
      call(api, workspace, "POST", "/channels", { name: "Channel", profile: "generic", market: MARKET, ...fields }),
    addFeed: (api, workspace, { channelId, destinationId, ...fields }) =>
      call(api, workspace, "POST", "/feeds", {
        channel_id: channelId,
        name: "Feed",
        schedule: null,
        ...fields,
        deliveries: [{ type: "sftp_push", destination_id: destinationId }],
      }),
    /** Names of the files in the folder of the workspace, including hidden ones. */
    namesOf: (workspace) => readdirSync(folderOf(workspace)),
    /** SHA-256 of a file under its final name; undefined if there is none. */
    hashOf(workspace, name) {
      const path = join(folderOf(workspace), name);
      return existsSync(path) ? createHash("sha256").update(readFileSync(path)).digest("hex") : undefined;
    },
    /** The lines of a file under its final name. */
    linesOf: (workspace, name) =>
      readFileSync(join(folderOf(workspace), name), "utf8")
        .trim()
        .split("\n"),
    stop: () => server.stop(),
  };
}
