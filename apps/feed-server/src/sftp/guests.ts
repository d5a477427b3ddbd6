import type { Socket } from "node:net";
import { networkOf } from "@skucast/targets/network-of";
import type { FeedServerContext } from "../context.js";
import { createNetworkCounts } from "./network-counts.js";

/** One connection, from its first moment. */
export interface Guest {
  readonly network: string;
  readonly socket: Socket;
  /** Whether it has logged in. */
  isKnown: boolean;
}

/** Who is in the house, and who may come in. */
export interface Guests {
  /** Takes a connection, or closes it: too many, too many of one network at once or within a minute, or banned. */
  admit(socket: Socket): Guest | undefined;
  /** The connection that ssh2 tells of by its far end. */
  find(address: string, port: number): Guest | undefined;
  /** A login succeeded: the connection is no stranger's any more. */
  noteLogin(guest: Guest): void;
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
  /** Connections of a network within a minute that do not log in: each costs a key exchange. */
  readonly strangersPerMinuteMax: number;
  readonly loginMs: number;
  readonly failuresMax: number;
  readonly banMs: number;
}

export const GUEST_LIMITS: GuestLimits = {
  connectionsMax: 300,
  perNetworkMax: 20,
  strangersMax: 100,
  strangersPerNetworkMax: 10,
  strangersPerMinuteMax: 60,
  loginMs: 15_000,
  failuresMax: 6,
  banMs: 600_000,
};

const MINUTE_MS = 60_000;

export function createGuests(
  { clock, logger }: Pick<FeedServerContext, "clock" | "logger">,
  limits: GuestLimits = GUEST_LIMITS,
): Guests {
  const guests = new Map<string, Guest>();
  const nowMs = () => clock.now().getTime();
  const failures = createNetworkCounts(nowMs, limits.banMs);
  const strangers = createNetworkCounts(nowMs, MINUTE_MS);

  const isBanned = (network: string) =>
    failures.of(network) >= limits.failuresMax || strangers.of(network) >= limits.strangersPerMinuteMax;

  function isCrowded(network: string): boolean {
    const same = [...guests.values()].filter((guest) => guest.network === network);
    return (
      guests.size >= limits.connectionsMax ||
      same.length >= limits.perNetworkMax ||
      same.filter(({ isKnown }) => !isKnown).length >= limits.strangersPerNetworkMax
    );
  }

  function makeRoomForStranger(): void {
    const unknown = [...guests.values()].filter(({ isKnown }) => !isKnown);
    if (unknown.length >= limits.strangersMax) unknown[0]?.socket.destroy();
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
      strangers.add(network);
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
    noteLogin(guest) {
      guest.isKnown = true;
      strangers.remove(guest.network);
    },
    noteFailure({ network }) {
      // One line for a ban and none for each try: who guesses must not fill the disk.
      if (failures.add(network) === limits.failuresMax)
        logger.warn({ event: "pull.network_banned", network }, "too many failed logins");
    },
    count: () => guests.size,
    closeAll: () => {
      for (const { socket } of guests.values()) socket.destroy();
    },
  };
}
