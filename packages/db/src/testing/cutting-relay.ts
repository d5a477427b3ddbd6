import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/**
 * A relay to PostgreSQL that cuts a connection after a number of client messages, like a killed client: the server gets
 * no Terminate message.
 */
export interface CuttingRelay {
  /** The same URL through the relay. */
  through(url: string): string;
  /** Cuts the next connection after that many messages. `isLastSent` says whether the last one reaches the server. */
  cutAfter(messages: number, isLastSent: boolean): void;
  close(): Promise<void>;
}

export async function startCuttingRelay(target: string): Promise<CuttingRelay> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let left = Number.POSITIVE_INFINITY;
  let isLastSent = true;

  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => {}); // the connection was cut: `close` follows
      socket.on("close", () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    far.pipe(near);
    near.on("data", (bytes) => {
      left -= 1;
      if (left > 0) {
        far.write(bytes);
        return;
      }
      near.resetAndDestroy();
      if (isLastSent) far.end(bytes);
      else far.resetAndDestroy();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const own = server.address() as AddressInfo;
  return {
    through: (url) => Object.assign(new URL(url), { host: `127.0.0.1:${own.port}` }).href,
    cutAfter: (messages, lastSent) => {
      left = messages;
      isLastSent = lastSent;
    },
    close: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, "close");
    },
  };
}
