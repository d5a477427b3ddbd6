import { createHash, timingSafeEqual } from "node:crypto";
import { mkdirSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { newSshKeyPair } from "@skucast/credentials/ssh-key";
import ssh2, { type AuthContext, type Connection } from "ssh2";
import { servePartnerFiles } from "./serve-partner-files.js";

/** The SFTP server of a trading partner for the demo: one login and one folder, reachable only from this machine. */
export interface DemoPartner {
  readonly host: string;
  readonly port: number;
  /** Fingerprint as ssh-keygen -l prints it. */
  readonly hostKey: string;
  stop(): Promise<void>;
}

export interface DemoPartnerOptions {
  readonly folder: string;
  readonly username: string;
  readonly password: string;
  /** OpenSSH private key (PEM). It is kept, so that the pinned fingerprint stays valid. */
  readonly hostKey: string;
}

const HOST = "127.0.0.1";
const CONNECTIONS_MAX = 10;
const AUTH_TRIES_MAX = 3;

/**
 * A new host key in OpenSSH format. ssh2 cannot read one in 240 of the keys that it generates itself, so they are
 * generated here.
 */
export const newHostKey = (): string => newSshKeyPair("demo-partner").privateKey;

export async function startDemoPartner(options: DemoPartnerOptions): Promise<DemoPartner> {
  mkdirSync(options.folder, { recursive: true });
  const connections = new Set<Connection>();
  const ssh = new ssh2.Server({ hostKeys: [options.hostKey] }, (connection) => {
    connections.add(connection);
    connection.on("close", () => connections.delete(connection));
    serve(connection, options);
  });
  // Without noDelay, short responses wait 44 ms each for delayed acknowledgements.
  const server = createServer({ noDelay: true }, (socket) => ssh.injectSocket(socket));
  server.maxConnections = CONNECTIONS_MAX;
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(0, HOST, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    host: HOST,
    port,
    hostKey: fingerprintOf(options.hostKey),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const connection of connections) connection.end();
      }),
  };
}

function serve(connection: Connection, { username, password, folder }: DemoPartnerOptions): void {
  let tries = 0;
  connection.on("error", () => connection.end());
  connection.on("authentication", (auth: AuthContext) => {
    if (auth.method === "password" && same(auth.username, username) && same(auth.password, password))
      return auth.accept();
    tries += 1;
    if (tries > AUTH_TRIES_MAX) return connection.end();
    auth.reject(["password"]);
  });
  connection.on("session", (accept) => {
    accept().on("sftp", (acceptSftp) => servePartnerFiles(acceptSftp(), folder));
  });
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
const same = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));

function fingerprintOf(privateKey: string): string {
  const key = ssh2.utils.parseKey(privateKey);
  if (key instanceof Error) throw key;
  return `SHA256:${createHash("sha256").update(key.getPublicSSH()).digest("base64").replace(/=+$/, "")}`;
}
