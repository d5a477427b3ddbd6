import { once } from "node:events";
import { type AddressInfo, createServer, type Server as TcpServer } from "node:net";
import { newId } from "@skucast/contracts/ids";
import { CheckFailure } from "@skucast/service-kit/health";
import { algorithmsFor } from "@skucast/sftp/algorithms";
import { gatherWrites } from "@skucast/sftp/gather-writes";
import ssh2 from "ssh2";
import type { FeedServerContext } from "../context.js";
import { IDENTIFICATION } from "./closing-connections.js";
import { findLogin } from "./find-login.js";
import { type HostKeys, loadHostKeys } from "./host-keys.js";
import { createLoginErrorLog } from "./login-error-log.js";
import { createLoginMethodOf } from "./login-methods.js";
import { createPartnerConnections } from "./partner-connections.js";
import { serveConnection } from "./serve-connection.js";

/** The SFTP server that partners fetch from. */
export interface PullServer {
  readonly port: number;
  connectionCount(): number;
  /** Rejects when partners cannot log in: the server does not listen, or credentials cannot be read. */
  check(): Promise<void>;
  /** Accepts no new connections. */
  close(): Promise<void>;
  closeConnections(): void;
}

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** Starts listening. Connections are accepted by a TCP server of our own and passed to ssh2 if they are within the limits. */
export async function startPullServer(ctx: FeedServerContext, { host, port }: Address): Promise<PullServer> {
  const partners = createPartnerConnections(ctx);
  const hostKeys = await loadHostKeys(ctx);
  const loginMethodOf = createLoginMethodOf(hostKeys.join());
  const logLoginError = createLoginErrorLog(ctx);
  const ssh = createSsh(hostKeys);
  ssh.on("connection", (connection, { ip, port: remotePort }) => {
    const partner = partners.find(ip, remotePort);
    if (partner) serveConnection(ctx, connection, { partner, partners, loginMethodOf, logLoginError });
    else connection.end();
  });
  const tcp = createServer({ noDelay: true }, (socket) => {
    if (partners.admit(socket)) ssh.injectSocket(gatherWrites(socket));
  });
  tcp.listen({ host, port });
  await once(tcp, "listening");
  return {
    port: (tcp.address() as AddressInfo).port,
    connectionCount: partners.count,
    check: async () => {
      if (!tcp.listening) throw new CheckFailure("sftp does not listen");
      await findLogin(ctx, newId("pull"));
    },
    close: () => closed(tcp),
    closeConnections: partners.closeAll,
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
