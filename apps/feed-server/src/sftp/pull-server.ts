import { once } from "node:events";
import { type AddressInfo, createServer, type Server as TcpServer } from "node:net";
import { newId } from "@skucast/contracts/ids";
import { CheckFailure } from "@skucast/service-kit/health";
import { algorithmsFor } from "@skucast/sftp/algorithms";
import { gatherWrites } from "@skucast/sftp/gather-writes";
import ssh2 from "ssh2";
import type { FeedServerContext } from "../context.js";
import { createFailedChecks } from "./failed-checks.js";
import { IDENTIFICATION } from "./farewells.js";
import { findLogin } from "./find-login.js";
import { createGuests } from "./guests.js";
import { type HostKeys, loadHostKeys } from "./host-keys.js";
import { createLoginMethodOf } from "./login-methods.js";
import { serveConnection } from "./serve-connection.js";

/** The SFTP server that partners fetch from. */
export interface PullServer {
  /** The port it listens on. */
  readonly port: number;
  connectionCount(): number;
  /** Rejects when partners cannot log in just now: it does not listen, or credentials cannot be read. */
  check(): Promise<void>;
  /** Takes nobody in any more. */
  close(): Promise<void>;
  closeConnections(): void;
}

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** Listens. Connections are taken by a listener of our own, which ssh2 hears of when they may come in. */
export async function startPullServer(ctx: FeedServerContext, { host, port }: Address): Promise<PullServer> {
  const guests = createGuests(ctx);
  const hostKeys = await loadHostKeys(ctx);
  const loginMethodOf = createLoginMethodOf(hostKeys.join());
  const tellFailedCheck = createFailedChecks(ctx);
  const ssh = createSsh(hostKeys);
  ssh.on("connection", (connection, { ip, port: remotePort }) => {
    const guest = guests.find(ip, remotePort);
    if (guest) serveConnection(ctx, connection, { guest, guests, loginMethodOf, tellFailedCheck });
    else connection.end();
  });
  const tcp = createServer({ noDelay: true }, (socket) => {
    if (guests.admit(socket)) ssh.injectSocket(gatherWrites(socket));
  });
  tcp.listen({ host, port });
  await once(tcp, "listening");
  return {
    port: (tcp.address() as AddressInfo).port,
    connectionCount: guests.count,
    check: async () => {
      if (!tcp.listening) throw new CheckFailure("sftp does not listen");
      await findLogin(ctx, newId("pull"));
    },
    close: () => closed(tcp),
    closeConnections: guests.closeAll,
  };
}

function createSsh(hostKeys: HostKeys): ssh2.Server {
  const { serverHostKey: _ofTheKeys, ...algorithms } = algorithmsFor({ isLegacyAllowed: false });
  return new ssh2.Server({ hostKeys: [...hostKeys], algorithms, ident: IDENTIFICATION });
}

function closed(server: TcpServer): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
