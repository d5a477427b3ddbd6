import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { reservePort } from "./reserve-port.js";

/** A TCP proxy that can interrupt the network. */
export interface TcpProxy {
  readonly port: number;
  /** Resets all connections and refuses new ones, as if the server were down. */
  cut(): Promise<void>;
  /** Accepts connections again, on the same port. */
  heal(): Promise<void>;
  /** Resets the current connections; new ones are accepted. */
  reset(): void;
  /** Does the same after this many further bytes of both directions; replaces an earlier call. */
  resetAfter(bytes: number): void;
  /** The bytes of both directions so far. */
  carriedBytes(): number;
  /** Holds back all bytes without closing connections, like a network that silently drops packets, until `thaw`. */
  freeze(): void;
  thaw(): void;
  close(): Promise<void>;
}

const PORT_TRIES_MAX = 5;

/**
 * Starts a proxy on a free port of 127.0.0.1, or at the given address of loopback. Each connection is forwarded to the target
 * as it is at that time.
 */
export async function startTcpProxy(
  target: { host: string; port: number },
  address?: { host: string; port: number },
): Promise<TcpProxy> {
  /** Each socket with the one to which its bytes are forwarded. */
  const peers = new Map<Socket, Socket>();
  let isFrozen = false;
  let carriedBytes = 0;
  let resetAtBytes = Number.POSITIVE_INFINITY;

  const server = createServer((near) => {
    const far = connect(target.port, target.host);
    join(near, far);
    join(far, near);
  });

  function join(from: Socket, to: Socket): void {
    peers.set(from, to);
    from.setNoDelay(true);
    from.on("error", () => {}); // resets are intended; the event `close` follows
    from.on("close", () => {
      peers.delete(from);
      to.destroy();
    });
    from.on("end", () => to.end());
    to.on("drain", () => {
      if (!isFrozen) from.resume();
    });
    from.on("data", (bytes) => carry(bytes, from, to));
    if (isFrozen) from.pause();
  }

  function carry(bytes: Buffer, from: Socket, to: Socket): void {
    if (!to.write(bytes)) from.pause();
    carriedBytes += bytes.length;
    if (carriedBytes < resetAtBytes) return;
    resetAtBytes = Number.POSITIVE_INFINITY;
    reset();
  }

  function reset(): void {
    for (const socket of peers.keys()) socket.resetAndDestroy();
  }

  async function listen(port: number): Promise<void> {
    server.listen(port, address?.host ?? "127.0.0.1");
    await once(server, "listening");
  }

  /** The port must not be ephemeral: while it is cut, any process could take it for an outgoing connection. */
  async function listenAnywhere(): Promise<number> {
    for (let tries = 1; ; tries += 1) {
      const port = await reservePort();
      try {
        await listen(port);
        return port;
      } catch (error) {
        if (tries === PORT_TRIES_MAX) throw error;
      }
    }
  }

  async function cut(): Promise<void> {
    if (!server.listening) return;
    const closed = once(server, "close");
    server.close();
    reset();
    await closed;
  }

  if (address) await listen(address.port);
  const port = address?.port ?? (await listenAnywhere());
  return {
    port,
    cut,
    heal: async () => {
      if (!server.listening) await listen(port);
    },
    reset,
    resetAfter: (bytes) => {
      resetAtBytes = carriedBytes + bytes;
    },
    carriedBytes: () => carriedBytes,
    freeze: () => {
      isFrozen = true;
      for (const from of peers.keys()) from.pause();
    },
    thaw: () => {
      isFrozen = false;
      for (const from of peers.keys()) from.resume();
    },
    close: cut,
  };
}
