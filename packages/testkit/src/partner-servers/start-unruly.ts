import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { join } from "node:path";
import ssh2, { type Connection } from "ssh2";
import { PASSWORD, type PartnerServer, USERNAME } from "./partner-server.js";
import { createServerFiles } from "./ssh-keys.js";
import { checkLogin } from "./unruly-login.js";
import type { UnrulyOptions, UnrulyRecords } from "./unruly-options.js";
import { serveUnruly } from "./unruly-session.js";

export interface UnrulyServer extends PartnerServer {
  readonly records: UnrulyRecords;
  /** The folder to which the server moves files with `takesOnClose`. */
  readonly takenFolder: string;
}

const IDENTIFICATION = "Unruly_1.0";

/** Starts a server with a real folder in this process, which misbehaves according to the options. */
export async function startUnruly(options: UnrulyOptions = {}): Promise<UnrulyServer> {
  const files = createServerFiles("unruly");
  const takenFolder = join(files.home, "taken");
  mkdirSync(takenFolder);
  const records: UnrulyRecords = {
    opened: [],
    acts: [],
    logins: [],
    connections: 0,
    handles: 0,
    writeBytesMax: 0,
    writesAtOnceMax: 0,
  };
  const state = {
    folder: files.folder,
    takenFolder,
    records,
    renames: 0,
    renamesRefused: 0,
    hasTruncated: false,
    uploads: 0,
    bytesWritten: 0,
    cuts: 0,
  };
  const publicKey = readFileSync(files.authorizedKeysFile, "utf8").split(" ")[1] ?? "";
  const lines: string[] = [];
  const { algorithms, auth = "password" } = options;
  const ssh = new ssh2.Server(
    {
      hostKeys: files.hostKeyFiles.map((file) => readFileSync(file)),
      ident: IDENTIFICATION,
      ...(algorithms && { algorithms }),
    },
    (connection: Connection) => {
      connection.on("error", (error) => void lines.push(error.message)); // resets are intended
      connection.once("handshake", () => {
        records.connections += 1;
      });
      connection.on("authentication", (login) => checkLogin(login, connection, { auth, publicKey, records }));
      const socket = Reflect.get(connection, "_sock") as Socket; // ssh2 has no public property for it
      const session = { options, state, cut: () => socket.resetAndDestroy() };
      connection.on("session", (accept) => accept().on("sftp", (acceptSftp) => serveUnruly(acceptSftp(), session)));
    },
  );
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    if (options.isDownAfterCut && state.cuts > 0) return socket.destroy();
    sockets.add(socket);
    socket.setNoDelay(true); // ssh2 does not set it, and responses would wait for delayed acknowledgements
    socket.once("close", () => sockets.delete(socket));
    ssh.injectSocket(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    host: "127.0.0.1",
    port: (server.address() as AddressInfo).port,
    username: USERNAME,
    password: PASSWORD,
    privateKey: files.privateKey,
    hostKeysSha256: files.hostKeysSha256,
    folder: files.folder,
    root: "/",
    version: IDENTIFICATION,
    records,
    takenFolder,
    log: () => lines.join("\n"),
    stop: async () => {
      if (server.listening) {
        const closed = once(server, "close");
        server.close();
        for (const socket of sockets) socket.destroy();
        await closed;
      }
      rmSync(files.home, { recursive: true, force: true });
    },
  };
}
