import type { Socket } from "node:net";
import { networkOf } from "@skucast/targets/network-of";
import type { FeedServerContext } from "../context.js";
import { createClosingConnections, type DisconnectNotice, writeDisconnect } from "./closing-connections.js";
import { createNetworkCounts } from "./network-counts.js";

/** One connection, from the time it is accepted. */
export interface PartnerConnection {
  readonly network: string;
  readonly socket: Socket;
  /** Whether it has logged in. */
  isLoggedIn: boolean;
  /** Sends the client the reason for the end of its connection. Replaced once the key exchange has started. */
  disconnect: (notice: DisconnectNotice) => void;
}

/** The open connections and the limits for new ones. */
export interface PartnerConnections {
  /** Accepts a connection, or disconnects it with the reason: too many connections in total or from its network, or a ban. */
  admit(socket: Socket): PartnerConnection | undefined;
  /** The connection with this remote address and port. */
  find(address: string, port: number): PartnerConnection | undefined;
  recordLogin(partner: PartnerConnection): void;
  /** Counts a failed login. After several, the network is banned for a while. */
  recordFailure(partner: PartnerConnection): void;
  count(): number;
  closeAll(): void;
}

export interface ConnectionLimits {
  readonly connectionsMax: number;
  readonly perNetworkMax: number;
  /** Connections that have not logged in yet. When there are more, the oldest of them is closed. */
  readonly unauthenticatedMax: number;
  /** Connections of one network that do not log in, per minute. Each costs a key exchange. */
  readonly unauthenticatedPerMinuteMax: number;
  readonly loginMs: number;
  readonly failuresMax: number;
  readonly banMs: number;
}

const UNAUTHENTICATED_MAX = 100;
const UNAUTHENTICATED_PER_MINUTE_MAX = 60;
const LOGINS_PER_MINUTE_OF_CONNECTION = 3;
const MINUTE_MS = 60_000;

/** A network may open each of its connections three times a minute, and log in on all of them at the same time. */
export const connectionLimits = ({
  connectionsMax,
  connectionsPerNetworkMax,
}: Pick<FeedServerContext["sftp"], "connectionsMax" | "connectionsPerNetworkMax">): ConnectionLimits => ({
  connectionsMax,
  perNetworkMax: connectionsPerNetworkMax,
  unauthenticatedMax: Math.min(connectionsMax, Math.max(UNAUTHENTICATED_MAX, connectionsPerNetworkMax)),
  unauthenticatedPerMinuteMax: Math.max(
    UNAUTHENTICATED_PER_MINUTE_MAX,
    LOGINS_PER_MINUTE_OF_CONNECTION * connectionsPerNetworkMax,
  ),
  loginMs: 15_000,
  failuresMax: 6,
  banMs: 600_000,
});

export function createPartnerConnections({
  clock,
  logger,
  sftp,
}: Pick<FeedServerContext, "clock" | "logger" | "sftp">): PartnerConnections {
  const limits = connectionLimits(sftp);
  const partners = new Map<string, PartnerConnection>();
  const closing = createClosingConnections();
  const nowMs = () => clock.now().getTime();
  const failures = createNetworkCounts(nowMs, limits.banMs);
  const unauthenticated = createNetworkCounts(nowMs, MINUTE_MS);

  /** Undefined when the connection is accepted. */
  function rejectionOf(network: string): DisconnectNotice | undefined {
    const { failuresMax, unauthenticatedPerMinuteMax, perNetworkMax, connectionsMax } = limits;
    if (failures.of(network) >= failuresMax)
      return { reason: "not_allowed", text: "Too many failed logins from your network. Try again in 10 minutes." };
    if (unauthenticated.of(network) >= unauthenticatedPerMinuteMax)
      return { reason: "not_allowed", text: "Too many connections without a login. Try again in a minute." };
    const same = [...partners.values()].filter((partner) => partner.network === network);
    if (same.length >= perNetworkMax)
      return { reason: "too_many", text: `Too many connections from your network: the limit is ${perNetworkMax}.` };
    if (partners.size >= connectionsMax)
      return { reason: "too_many", text: "The server has too many connections. Try again later." };
    return undefined;
  }

  function dismiss(name: string, notice: DisconnectNotice): void {
    const partner = partners.get(name);
    if (!partner) return;
    partners.delete(name);
    partner.disconnect(notice);
    closing.keep(partner.socket);
  }

  function limitUnauthenticated(): void {
    const unknown = [...partners].filter(([, { isLoggedIn }]) => !isLoggedIn);
    const [oldest] = unknown[0] ?? [];
    if (oldest === undefined || unknown.length < limits.unauthenticatedMax) return;
    dismiss(oldest, { reason: "too_many", text: "Too many connections that have not logged in. Try again later." });
  }

  return {
    admit(socket) {
      const { remoteAddress, remotePort } = socket;
      const network = networkOf(remoteAddress);
      socket.on("error", () => {}); // "close" follows
      const refusal = rejectionOf(network);
      if (refusal) {
        closing.refuse(socket, refusal);
        return undefined;
      }
      limitUnauthenticated();
      unauthenticated.add(network);
      const disconnect = (notice: DisconnectNotice) => writeDisconnect(socket, notice);
      const partner: PartnerConnection = { network, socket, isLoggedIn: false, disconnect };
      const name = `${remoteAddress} ${remotePort}`;
      partners.set(name, partner);
      const dismissLate = () =>
        partner.isLoggedIn || dismiss(name, { reason: "by_application", text: "The login took too long." });
      const late = setTimeout(dismissLate, limits.loginMs);
      socket.once("close", () => {
        clearTimeout(late);
        if (partners.get(name) === partner) partners.delete(name);
      });
      return partner;
    },
    find: (address, port) => partners.get(`${address} ${port}`),
    recordLogin(partner) {
      partner.isLoggedIn = true;
      unauthenticated.remove(partner.network);
    },
    recordFailure({ network }) {
      // One line per ban and none per attempt, so that a guessing client cannot fill the disk.
      if (failures.add(network) === limits.failuresMax)
        logger.warn({ event: "pull.network_banned", network }, "too many failed logins");
    },
    count: () => partners.size,
    closeAll: () => {
      for (const { socket } of partners.values()) socket.destroy();
      closing.closeAll();
    },
  };
}
