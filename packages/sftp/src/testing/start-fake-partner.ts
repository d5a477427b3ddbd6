import { createHash } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { newSshKeyPair } from "@skucast/credentials/ssh-key";
import ssh2, { type Connection, type SFTPWrapper } from "ssh2";

/** What the server does when a client opens a file. */
export type OpenAnswer = { readonly status: number } | "accept and never answer a write";

export interface FakePartner {
  readonly port: number;
  readonly hostKeySha256: string;
  /** Each login attempt with a secret or a key. */
  readonly logins: string[];
  readonly opened: string[];
  stop(): Promise<void>;
}

const PASSWORD = "right";

/** A server that misbehaves in ways that cannot be configured in OpenSSH. */
export async function startFakePartner(onOpen: OpenAnswer = { status: 3 }): Promise<FakePartner> {
  const { privateKey, publicKey } = newSshKeyPair("host");
  const logins: string[] = [];
  const opened: string[] = [];
  const connections = new Set<Connection>();
  const server = new ssh2.Server({ hostKeys: [privateKey] }, (connection) => {
    connections.add(connection);
    connection.on("error", () => {});
    connection.on("close", () => connections.delete(connection));
    connection.on("authentication", (login) => {
      if (login.method !== "none") logins.push(login.method);
      if (login.method === "password" && login.password === PASSWORD) login.accept();
      else login.reject(["password"]);
    });
    connection.on("session", (accept) => {
      accept().on("sftp", (acceptSftp) => answer(acceptSftp(), onOpen, opened));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const blob = Buffer.from(publicKey.split(" ")[1] ?? "", "base64");
  return {
    port: (server.address() as AddressInfo).port,
    hostKeySha256: `SHA256:${createHash("sha256").update(blob).digest("base64").replace(/=+$/, "")}`,
    logins,
    opened,
    stop: async () => {
      for (const connection of connections) connection.end();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function answer(sftp: SFTPWrapper, onOpen: OpenAnswer, opened: string[]): void {
  sftp.on("OPENDIR", (id) => sftp.status(id, 2));
  sftp.on("OPEN", (id, path) => {
    opened.push(path);
    if (typeof onOpen === "object") sftp.status(id, onOpen.status);
    else sftp.handle(id, Buffer.from("file"));
  });
  sftp.on("WRITE", () => {});
  sftp.on("end", () => sftp.end());
}
