import type { Socket } from "node:net";
import { networkOf } from "@skucast/targets/network-of";
import type { FeedServerContext } from "../context.js";

/** One connection, from its first moment. */
export interface Guest {
  readonly network: string;
  readonly socket: Socket;
  isKnown: boolean;
}

/** Who is in the house, and who may come in. */
export interface Guests {
  /** Takes a connection, or closes it: too many, too many of one network, or banned. */
  admit(socket: Socket): Guest | undefined;
  /** The connection that ssh2 tells of by its far end. */
  find(address: string, port: number): Guest | undefined;
  /** A login failed: after several the network stays outside for a while. */
  noteFailure(guest: Guest): void;
  count(): number;
  closeAll(): void;
}

export interface GuestLimits {
  readonly connectionsMax: number;
  readonly perNetworkMax: number;
  /** Connections that have not logged in yet; when there are more, the oldest of them goes. */
  readonly strangersMax: number;
  readonly strangersPerNetworkMax: number;
  readonly loginMs: number;
  readonly failuresMax: number;
  readonly banMs: number;
}

export const GUEST_LIMITS: GuestLimits = {
  connectionsMax: 300,
  perNetworkMax: 20,
  strangersMax: 100,
  strangersPerNetworkMax: 10,
  loginMs: 15_000,
  failuresMax: 6,
  banMs: 600_000,
};

const NETWORKS_MAX = 10_000;

export function createGuests(
  { clock, logger }: Pick<FeedServerContext, "clock" | "logger">,
  limits: GuestLimits = GUEST_LIMITS,
): Guests {
  const guests = new Map<string, Guest>();
  const failures = new Map<string, { count: number; sinceMs: number }>();
  const nowMs = () => clock.now().getTime();

  function isBanned(network: string): boolean {
    const known = failures.get(network);
    if (known && nowMs() - known.sinceMs >= limits.banMs) failures.delete(network);
    return (failures.get(network)?.count ?? 0) >= limits.failuresMax;
  }

  function isCrowded(network: string): boolean {
    const same = [...guests.values()].filter((guest) => guest.network === network);
    return (
      guests.size >= limits.connectionsMax ||
      same.length >= limits.perNetworkMax ||
      same.filter(({ isKnown }) => !isKnown).length >= limits.strangersPerNetworkMax
    );
  }

  function makeRoomForStranger(): void {
    const strangers = [...guests.values()].filter(({ isKnown }) => !isKnown);
    if (strangers.length >= limits.strangersMax) strangers[0]?.socket.destroy();
  }

  return {
    admit(socket) {
      const { remoteAddress, remotePort } = socket;
      const network = networkOf(remoteAddress);
      socket.on("error", () => {}); // a reset is an end like any other
      if (isBanned(network) || isCrowded(network)) {
        socket.destroy();
        return undefined;
      }
      makeRoomForStranger();
      const guest: Guest = { network, socket, isKnown: false };
      const name = `${remoteAddress} ${remotePort}`;
      guests.set(name, guest);
      const late = setTimeout(() => guest.isKnown || socket.destroy(), limits.loginMs);
      socket.once("close", () => {
        clearTimeout(late);
        guests.delete(name);
      });
      return guest;
    },
    find: (address, port) => guests.get(`${address} ${port}`),
    noteFailure({ network }) {
      const known = failures.get(network) ?? { count: 0, sinceMs: nowMs() };
      const [oldest] = failures.keys();
      if (oldest !== undefined && failures.size >= NETWORKS_MAX) failures.delete(oldest);
      known.count += 1;
      failures.set(network, known);
      // One line for a ban and none for each try: who guesses must not fill the disk.
      if (known.count === limits.failuresMax)
        logger.warn({ event: "pull.network_banned", network }, "too many failed logins");
    },
    count: () => guests.size,
    closeAll: () => {
      for (const { socket } of guests.values()) socket.destroy();
    },
  };
}
