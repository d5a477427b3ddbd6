// Webhook receivers that record everything that arrives: a ledger that is independent of the service.
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import { portOf } from "../scripts/port-of.mjs";

const TAKEN = { status: 200 };

/**
 * One server for many endpoints, which differ by path. Set `answer(endpoint, request)` for other answers than 200:
 * `{ status, headers, body, delayMs, hang, reset }`. `keep(request, endpoint)` gets each request as it arrived.
 */
export async function startReceiver() {
  const received = [];
  const endpoints = new Map();
  const inFlight = new Map();
  const inFlightMax = new Map();
  /** @type {{ received: any[], answer: (endpoint: any, request: any) => any, keep: (request: any, endpoint: any) => void, url: string, register: typeof register, inFlightMax: Map<string, number>, close: typeof close }} */
  const receiver = { received, answer: () => TAKEN, keep: () => {}, url: "", register, inFlightMax, close };

  /** Assigns a path to an endpoint. Requests to it are verified with the secret, or with a previous one of the endpoint. */
  function register(path, endpoint) {
    const former = endpoints.get(path)?.libraries ?? [];
    endpoints.set(path, { ...endpoint, path, libraries: [...former, new Webhook(endpoint.secret)] });
  }

  async function receive(message, response) {
    const arrivedAtMs = Date.now();
    const endpoint = endpoints.get(message.url);
    const chunks = [];
    for await (const chunk of message) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const entry = entryOf(endpoint, message.headers, body, arrivedAtMs);
    receiver.keep({ headers: message.headers, body, arrivedAtMs }, endpoint);
    const answer = receiver.answer(endpoint, entry) ?? TAKEN;
    count(entry.endpointId, 1);
    response.once("close", () => count(entry.endpointId, -1));
    if (answer.hang) {
      received.push({ ...entry, status: 0 });
      return;
    }
    if (answer.delayMs) await pause(answer.delayMs);
    if (answer.reset) {
      received.push({ ...entry, status: 0 });
      message.socket.resetAndDestroy();
      return;
    }
    received.push({ ...entry, status: answer.status ?? 200 });
    response.writeHead(answer.status ?? 200, answer.headers).end(answer.body ?? "");
  }

  function count(endpointId, change) {
    const now = (inFlight.get(endpointId) ?? 0) + change;
    inFlight.set(endpointId, now);
    if (now > (inFlightMax.get(endpointId) ?? 0)) inFlightMax.set(endpointId, now);
  }

  const server = createServer((message, response) => {
    receive(message, response).catch(() => message.destroy()); // the sender closed the connection
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  receiver.url = `http://127.0.0.1:${portOf(server)}`;

  async function close() {
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  }
  return receiver;
}

function entryOf(endpoint, headers, body, arrivedAtMs) {
  const id = String(headers["webhook-id"]);
  const at = new Date(Number(headers["webhook-timestamp"]) * 1_000);
  const signatures = String(headers["webhook-signature"]).split(" ");
  return {
    arrivedAtMs,
    eventId: id,
    endpointId: endpoint?.id ?? "",
    bytes: body.length,
    bodyHash: createHash("sha256").update(body).digest("base64"),
    isVerified: (endpoint?.libraries ?? []).some((library) =>
      signatures.includes(library.sign(id, at, body.toString("utf8"))),
    ),
  };
}
