import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { PassThrough } from "node:stream";
import { type ObjectStore, startObjectStore } from "@skucast/testkit/start-object-store";

/** An object store whose connections can be made to fail. */
export interface BreakingStore extends ObjectStore {
  /** Resets the next `count` requests that read or write a file with this name, after this many bytes. */
  breakNext(method: "GET" | "PUT", fault: Fault): void;
  /** The requests that were reset. */
  brokenCount(): number;
}

interface Fault {
  readonly name: string;
  readonly requests: number;
  readonly afterBytes: number;
}

export async function startBreakingStore(): Promise<BreakingStore> {
  const store = await startObjectStore();
  const { hostname, port } = new URL(store.endpoint);
  let next = { method: "", name: "", requests: 0, afterBytes: 0 };
  let broken = 0;

  const server = createServer((asked, answer) => {
    const isBroken =
      asked.method === next.method &&
      broken < next.requests &&
      new URL(asked.url ?? "", "http://store").pathname.endsWith(`/${next.name}`);
    if (isBroken) broken += 1;
    const passing = () =>
      isBroken ? cutAfter(next.afterBytes, () => asked.socket.resetAndDestroy()) : new PassThrough();
    const { method, url: path, headers } = asked;
    const sent = request({ hostname, port, method, path, headers }, (given) => {
      answer.writeHead(given.statusCode ?? 500, given.headers);
      if (method === "GET") given.pipe(passing()).pipe(answer);
      else given.pipe(answer);
    });
    sent.on("error", () => asked.socket.destroy());
    asked.socket.once("close", () => sent.destroy());
    if (method === "PUT") asked.pipe(passing()).pipe(sent);
    else asked.pipe(sent);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket: store.bucket,
    breakNext(method, fault) {
      broken = 0;
      next = { method, ...fault };
    },
    brokenCount: () => broken,
    async stop() {
      server.close();
      server.closeAllConnections();
      await store.stop();
    },
  };
}

/** Passes this many bytes through, then breaks the connection. */
function cutAfter(bytes: number, breakOff: () => void): PassThrough {
  const passing = new PassThrough();
  let left = bytes;
  passing.on("data", (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) breakOff();
  });
  return passing;
}
