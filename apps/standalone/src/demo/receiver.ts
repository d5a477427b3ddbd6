import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";

/** A webhook as the demo receiver got it. */
interface Received {
  readonly received_at: string;
  readonly verified: boolean;
  readonly webhook_id: string;
  readonly body: unknown;
}

/** Where the demo's webhooks go: checks each signature with the official library and shows the last ones. */
export interface DemoReceiver {
  readonly port: number;
  readonly url: string;
  /** The secret that signatures are checked with; until it is known nothing verifies. */
  trust(secret: string): void;
  stop(): Promise<void>;
}

const KEPT = 20;
const BODY_BYTES_MAX = 1_000_000;
const HOST = "127.0.0.1";

export async function startDemoReceiver(): Promise<DemoReceiver> {
  const received: Received[] = [];
  let webhook: Webhook | null = null;
  const server = createServer((req, res) => {
    answer(req, res, received, () => webhook).catch(() => res.writeHead(500).end());
  });
  server.requestTimeout = 10_000;
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(0, HOST, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://${HOST}:${port}/webhooks`,
    trust: (secret) => {
      webhook = new Webhook(secret);
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  req: IncomingMessage,
  res: ServerResponse,
  received: Received[],
  webhook: () => Webhook | null,
): Promise<void> {
  if (req.method === "POST") {
    const text = await textOf(req);
    received.unshift(receivedOf(req, text, webhook()));
    received.length = Math.min(received.length, KEPT);
    res.writeHead(204).end();
    return;
  }
  const body = JSON.stringify({ note: `The last ${KEPT} webhooks, newest first.`, data: received }, null, 2);
  res.writeHead(200, { "Content-Type": "application/json" }).end(`${body}\n`);
}

async function textOf(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of req) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) throw new Error("the body is too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function receivedOf(req: IncomingMessage, text: string, webhook: Webhook | null): Received {
  const headers = Object.fromEntries(Object.entries(req.headers).map(([name, value]) => [name, String(value)]));
  let verified = false;
  try {
    webhook?.verify(text, headers);
    verified = webhook !== null;
  } catch {
    verified = false;
  }
  const body: unknown = jsonOr(text);
  return { received_at: new Date().toISOString(), verified, webhook_id: headers["webhook-id"] ?? "", body };
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
