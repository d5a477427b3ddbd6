import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { eventually } from "@skucast/testkit/eventually";

/** An HTTP receiver on loopback that answers each request only when the test says so. */
export interface HeldSink {
  readonly url: string;
  /** Number of requests that have arrived. */
  receivedCount(): number;
  /** Resolves when this many requests have arrived. */
  waitForCount(count: number): Promise<unknown>;
  /** Answers the request with this index, in order of arrival. */
  answer(index: number, status: number): void;
  close(): Promise<void>;
}

export async function startHeldSink(): Promise<HeldSink> {
  const responses: ServerResponse[] = [];
  const server = createServer((request, response) => {
    request.resume();
    request.once("end", () => responses.push(response));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    receivedCount: () => responses.length,
    waitForCount: (count) => eventually(() => responses.length >= count),
    answer: (index, status) => {
      const response = responses[index];
      if (!response) throw new Error(`request ${index} has not arrived`);
      response.writeHead(status).end();
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
