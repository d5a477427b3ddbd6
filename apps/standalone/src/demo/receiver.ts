import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createWebhookVerifier, type WebhookVerifier } from "@skucast/client/webhooks/create-webhook-verifier";
import { createMemoryOfIds } from "@skucast/client/webhooks/seen-ids";
import { WebhookVerificationError } from "@skucast/client/webhooks/webhook-verification-error";

/** A webhook that the demo receiver received. */
interface Received {
  readonly received_at: string;
  readonly verified: boolean;
  /** Why it was rejected; `repeated` for a webhook that was handled before. */
  readonly refused: string | null;
  readonly webhook_id: string;
  readonly body: unknown;
}

/** The receiver of the demo's webhooks: verifies each with the client library and shows the last ones. */
export interface DemoReceiver {
  readonly port: number;
  readonly url: string;
  /** Sets the secret that signatures are verified with; without it, no webhook is verified. */
  trust(secret: string): void;
  stop(): Promise<void>;
}

const KEPT = 20;
const BODY_BYTES_MAX = 1_000_000;
const HOST = "127.0.0.1";

export async function startDemoReceiver(): Promise<DemoReceiver> {
  const received: Received[] = [];
  const seenIds = createMemoryOfIds();
  let verifier: WebhookVerifier | null = null;
  const server = createServer((req, res) => {
    answer(req, res, received, () => verifier).catch(() => res.writeHead(500).end());
  });
  server.requestTimeout = 10_000;
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(0, HOST, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://${HOST}:${port}/webhooks`,
    trust: (secret) => {
      verifier = createWebhookVerifier({ keys: [secret], seenIds });
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
  verifier: () => WebhookVerifier | null,
): Promise<void> {
  if (req.method === "POST") {
    const text = await textOf(req);
    received.unshift(await receivedOf(req, text, verifier()));
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

async function receivedOf(req: IncomingMessage, text: string, verifier: WebhookVerifier | null): Promise<Received> {
  const refused = await rejectionOf(verifier, text, req.headers);
  const verified = refused === null || refused === "repeated";
  const webhookId = String(req.headers["webhook-id"] ?? "");
  return { received_at: new Date().toISOString(), verified, refused, webhook_id: webhookId, body: jsonOr(text) };
}

async function rejectionOf(
  verifier: WebhookVerifier | null,
  text: string,
  headers: IncomingMessage["headers"],
): Promise<string | null> {
  if (verifier === null) return "secret_unknown";
  try {
    await verifier.verify(text, headers);
    return null;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.code;
    throw error;
  }
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
