import type { Socket } from "node:net";
import { networkOf } from "@skucast/targets/network-of";
import type { FeedServerContext } from "../context.js";
import { createFarewells, type Farewell, writeDisconnect } from "./farewells.js";
import { createNetworkCounts } from "./network-counts.js";

/** One connection, from its first moment. */
export interface Guest {
  readonly network: string;
  readonly socket: Socket;
  /** Whether it has logged in. */
  isKnown: boolean;
  /** Tells the client why its connection ends; how depends on how far the conversation is. */
  sayFarewell: (farewell: Farewell) => void;
}

/** Open connections, and which more are let in. */
export interface Guests {
  /** Lets a connection in, or tells its client why not: too many, too many of one network at once or within a minute, banned. */
  admit(socket: Socket): Guest | undefined;
  /** The connection that ssh2 reports by its far end. */
  find(address: string, port: number): Guest | undefined;
  /** A login succeeded. */
  noteLogin(guest: Guest): void;
  /** A login failed: after several the network is banned for a while. */
  noteFailure(guest: Guest): void;
  count(): number;
  closeAll(): void;
}

export interface GuestLimits {
  readonly connectionsMax: number;
  readonly perNetworkMax: number;
  /** Connections that have not logged in yet; when there are more, the oldest of them ends. */
  readonly strangersMax: number;
  /** Connections of a network within a minute that do not log in: each costs a key exchange. */
  readonly strangersPerMinuteMax: number;
  readonly loginMs: number;
  readonly failuresMax: number;
  readonly banMs: number;
}

const STRANGERS_MAX = 100;
const STRANGERS_PER_MINUTE_MAX = 60;
const LOGINS_PER_MINUTE_OF_EACH = 3;
const MINUTE_MS = 60_000;

/** All connections that a network may have can log in at once, and all of them three times a minute. */
export const guestLimits = ({
  connectionsMax,
  connectionsPerNetworkMax,
}: Pick<FeedServerContext["sftp"], "connectionsMax" | "connectionsPerNetworkMax">): GuestLimits => ({
  connectionsMax,
  perNetworkMax: connectionsPerNetworkMax,
  strangersMax: Math.min(connectionsMax, Math.max(STRANGERS_MAX, connectionsPerNetworkMax)),
  strangersPerMinuteMax: Math.max(STRANGERS_PER_MINUTE_MAX, LOGINS_PER_MINUTE_OF_EACH * connectionsPerNetworkMax),
  loginMs: 15_000,
  failuresMax: 6,
  banMs: 600_000,
});

export function createGuests({ clock, logger, sftp }: Pick<FeedServerContext, "clock" | "logger" | "sftp">): Guests {
  const limits = guestLimits(sftp);
  const guests = new Map<string, Guest>();
  const farewells = createFarewells();
  const nowMs = () => clock.now().getTime();
  const failures = createNetworkCounts(nowMs, limits.banMs);
  const strangers = createNetworkCounts(nowMs, MINUTE_MS);

  /** Undefined for a connection that is let in. */
  function refusalOf(network: string): Farewell | undefined {
    const { failuresMax, strangersPerMinuteMax, perNetworkMax, connectionsMax } = limits;
    if (failures.of(network) >= failuresMax)
      return { reason: "not_allowed", text: "Too many failed logins from your network. Try again in 10 minutes." };
    if (strangers.of(network) >= strangersPerMinuteMax)
      return { reason: "not_allowed", text: "Too many connections without a login. Try again in a minute." };
    const same = [...guests.values()].filter((guest) => guest.network === network);
    if (same.length >= perNetworkMax)
      return { reason: "too_many", text: `Too many connections from your network: at most ${perNetworkMax} at once.` };
    if (guests.size >= connectionsMax)
      return { reason: "too_many", text: "The server has too many connections. Try again later." };
    return undefined;
  }

  function dismiss(name: string, farewell: Farewell): void {
    const guest = guests.get(name);
    if (!guest) return;
    guests.delete(name);
    guest.sayFarewell(farewell);
    farewells.keep(guest.socket);
  }

  function makeRoomForStranger(): void {
    const unknown = [...guests].filter(([, { isKnown }]) => !isKnown);
    const [oldest] = unknown[0] ?? [];
    if (oldest === undefined || unknown.length < limits.strangersMax) return;
    dismiss(oldest, { reason: "too_many", text: "Too many connections that have not logged in. Try again later." });
  }

  return {
    admit(socket) {
      const { remoteAddress, remotePort } = socket;
      const network = networkOf(remoteAddress);
      socket.on("error", () => {}); // a reset is an end like any other
      const refusal = refusalOf(network);
      if (refusal) {
        farewells.refuse(socket, refusal);
        return undefined;
      }
      makeRoomForStranger();
      strangers.add(network);
      const sayFarewell = (farewell: Farewell) => writeDisconnect(socket, farewell);
      const guest: Guest = { network, socket, isKnown: false, sayFarewell };
      const name = `${remoteAddress} ${remotePort}`;
      guests.set(name, guest);
      const dismissLate = () =>
        guest.isKnown || dismiss(name, { reason: "by_application", text: "There was no login in time." });
      const late = setTimeout(dismissLate, limits.loginMs);
      socket.once("close", () => {
        clearTimeout(late);
        if (guests.get(name) === guest) guests.delete(name);
      });
      return guest;
    },
    find: (address, port) => guests.get(`${address} ${port}`),
    noteLogin(guest) {
      guest.isKnown = true;
      strangers.remove(guest.network);
    },
    noteFailure({ network }) {
      // One line for a ban and none for each try: a guessing client must not fill the disk.
      if (failures.add(network) === limits.failuresMax)
        logger.warn({ event: "pull.network_banned", network }, "too many failed logins");
    },
    count: () => guests.size,
    closeAll: () => {
      for (const { socket } of guests.values()) socket.destroy();
      farewells.closeAll();
    },
  };
}
