import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

/** One request as it arrived. */
export interface ReceivedRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The exact bytes, which are signed. */
  readonly body: Buffer;
  readonly arrivedAt: Date;
}

/** The sink's response. Default: status 200 without a body. */
export interface SinkAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly delayMs?: number;
  /** Accepts the request but never responds. */
  readonly hang?: boolean;
}

const DEFAULT_TIMEOUT_MS = 120_000;

type Condition = (received: readonly ReceivedRequest[]) => boolean;

/** An HTTP receiver on loopback that stores received requests. */
export interface WebhookSink {
  /** `http://127.0.0.1:PORT` without a trailing slash; all paths are received. */
  readonly url: string;
  readonly port: number;
  /** All received requests, oldest first. */
  readonly received: readonly ReceivedRequest[];
  /** Sets the response to all following requests, or a function that returns it. */
  answerWith(answer: SinkAnswer | ((request: ReceivedRequest) => SinkAnswer)): void;
  /** Queues responses for the next requests, one each; after that `answerWith` applies again. */
  answerOnce(...answers: readonly SinkAnswer[]): void;
  /** Resolves with the first past or future request that fits; rejects after `timeoutMs` (two minutes by default). */
  waitFor(fits: (request: ReceivedRequest) => boolean, options?: { timeoutMs?: number }): Promise<ReceivedRequest>;
  /** Resolves with all requests when there are `count`; rejects after `timeoutMs` (two minutes by default). */
  waitForCount(count: number, options?: { timeoutMs?: number }): Promise<readonly ReceivedRequest[]>;
  /** Closes the server and all open connections. */
  close(): Promise<void>;
}

/** Starts a receiver on a free loopback port. */
export async function startWebhookSink(): Promise<WebhookSink> {
  const received: ReceivedRequest[] = [];
  const waiting = new Set<() => void>();
  const queued: SinkAnswer[] = [];
  let decide: (request: ReceivedRequest) => SinkAnswer = () => ({});

  const server = createServer((message, response) => {
    receive(message)
      .then(async (request) => {
        received.push(request);
        for (const check of waiting) check();
        await send(response, queued.shift() ?? decide(request));
      })
      .catch(() => message.destroy()); // the sender closed the connection
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const port = portOf(server.address());

  const arrival = (condition: Condition, timeoutMs = DEFAULT_TIMEOUT_MS) =>
    new Promise<void>((resolve, reject) => {
      const settle = (then: () => void) => {
        clearTimeout(timer);
        waiting.delete(check);
        then();
      };
      const check = () => {
        if (condition(received)) settle(resolve);
      };
      const failure = () =>
        new Error(`The condition was not met within ${timeoutMs} ms; ${received.length} requests arrived.`);
      const timer = setTimeout(() => settle(() => reject(failure())), timeoutMs);
      waiting.add(check);
      check();
    });

  return {
    url: `http://127.0.0.1:${port}`,
    port,
    received,
    answerWith: (answer) => {
      decide = typeof answer === "function" ? answer : () => answer;
    },
    answerOnce: (...answers) => void queued.push(...answers),
    waitFor: async (fits, options) => {
      await arrival((requests) => requests.some(fits), options?.timeoutMs);
      return received.find(fits) as ReceivedRequest;
    },
    waitForCount: async (count, options) => {
      await arrival((requests) => requests.length >= count, options?.timeoutMs);
      return received;
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

async function receive(message: IncomingMessage): Promise<ReceivedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  const { method = "", url = "", headers } = message;
  return { method, path: url, headers, body: Buffer.concat(chunks), arrivedAt: new Date() };
}

async function send(response: ServerResponse, answer: SinkAnswer): Promise<void> {
  if (answer.hang) return;
  if (answer.delayMs) await delay(answer.delayMs);
  response.writeHead(answer.status ?? 200, answer.headers).end(answer.body ?? "");
}

function portOf(address: ReturnType<ReturnType<typeof createServer>["address"]>): number {
  if (address === null || typeof address === "string") throw new Error("the sink has no port");
  return address.port;
}
