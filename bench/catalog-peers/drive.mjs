// Load on a catalog: each connection sends its exchanges one after the other, and checks every answer.
import { bytesOf, openConnection } from "./connection.mjs";

const SHOWN_CHARS = 500;

/**
 * An exchange with its requests as bytes.
 * @param {import("./catalog.mjs").Catalog} catalog
 * @param {import("./catalog.mjs").Exchange} exchange
 */
export function prepare(catalog, { first, second }) {
  const bytes = (request) => bytesOf({ ...request, headers: catalog.headers() });
  return {
    first: bytes(first),
    second: second && ((/** @type {Buffer} */ body) => bytes(second(JSON.parse(body.toString())))),
  };
}

/**
 * Sends exchanges for some seconds. `exchangesOf(connection)` returns those of a connection, which it repeats, unless
 * `isOnce`: then it ends with the last. Throws if an answer is not 2xx or reports an error. Returns how many each
 * connection has completed, and its last answer.
 * @param {import("./catalog.mjs").Catalog} catalog
 */
export async function drive(catalog, { connections, seconds, exchangesOf, isOnce = false }) {
  const clients = await Promise.all(
    Array.from({ length: connections }, async (_, i) => ({
      connection: await openConnection(catalog.baseUrl),
      exchanges: exchangesOf(i),
    })),
  );
  const startedAtMs = performance.now();
  const deadlineMs = startedAtMs + seconds * 1_000;
  try {
    const done = await Promise.all(clients.map((client) => repeat(catalog, client, deadlineMs, isOnce)));
    return {
      seconds: (performance.now() - startedAtMs) / 1_000,
      latencies: done.flatMap(({ latencies }) => latencies),
      completed: done.map(({ latencies }) => latencies.length),
      last: done.map(({ body }) => body),
    };
  } finally {
    for (const { connection } of clients) connection.close();
  }
}

async function repeat(catalog, { connection, exchanges }, deadlineMs, isOnce) {
  const latencies = [];
  for (let k = 0; ; k += 1) {
    const { first, second } = exchanges[k % exchanges.length];
    const startedAtMs = performance.now();
    let body = checked(catalog, await connection.ask(first));
    if (second) body = checked(catalog, await connection.ask(second(body)));
    const now = performance.now();
    latencies.push(now - startedAtMs);
    if (now >= deadlineMs || (isOnce && k + 1 === exchanges.length)) return { latencies, body };
  }
}

function checked(catalog, { status, body }) {
  if (status < 200 || status > 299 || catalog.isFault?.(body))
    throw new Error(`${catalog.name} answered ${status}: ${body.toString("utf8", 0, SHOWN_CHARS)}`);
  return body;
}
