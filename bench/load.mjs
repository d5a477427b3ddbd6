// Generates HTTP load with as little CPU as possible: requests are prepared as bytes, responses are only counted.
import { once } from "node:events";
import { connect } from "node:net";
import { API_BASE_PATH } from "@skucast/contracts/service";
import { cpuOf, cpuOfServer } from "./cpu.mjs";
import { monotonicUs } from "./profile.mjs";

const HEAD_END = Buffer.from("\r\n\r\n");
/** The last chunk of a chunked response (RFC 9112, section 7.1). */
const LAST_CHUNK = "0\r\n\r\n";

/**
 * Sends requests for some seconds. `requestsOf(connection)` returns the requests of a connection, which it repeats, unless
 * `isOnce`: then it ends with the last. Throws if a response is not 2xx: a rate of errors would mean nothing.
 */
export async function load(testbed, app, { connections, seconds, requestsOf, perRequest = 1, isOnce = false }) {
  const clients = await Promise.all(
    Array.from({ length: connections }, async (_, i) => ({ socket: await open(app.baseUrl), requests: requestsOf(i) })),
  );
  const before = { app: cpuOf(app.pid), postgres: cpuOfServer(testbed.postmaster) };
  const fromUs = monotonicUs();
  const startedAtMs = performance.now();
  const deadlineMs = startedAtMs + seconds * 1000;
  const latencies = (await Promise.all(clients.map((client) => drive(client, deadlineMs, isOnce)))).flat();
  const toUs = monotonicUs();
  const elapsed = (performance.now() - startedAtMs) / 1000;
  const count = latencies.length * perRequest;
  const appUs = (cpuOf(app.pid) - before.app) / count;
  const postgresUs = (cpuOfServer(testbed.postmaster) - before.postgres) / count;
  return {
    rate: count / elapsed,
    count,
    window: { fromUs, toUs },
    cpuUs: appUs + postgresUs,
    appUs,
    postgresUs,
    p99: percentile(latencies, 0.99),
  };
}

/** A request as bytes. */
export function request(testbed, method, path, body) {
  const content = body === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(body));
  const head = [
    `${method} ${API_BASE_PATH}${path} HTTP/1.1`,
    "Host: localhost",
    `Authorization: Bearer ${testbed.apiKey}`,
    ...(body === undefined ? [] : ["Content-Type: application/json", `Content-Length: ${content.length}`]),
  ];
  return Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`), content]);
}

async function open(baseUrl) {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  socket.setNoDelay(true);
  await once(socket, "connect");
  return socket;
}

/** Sends one request after the other on one connection; resolves with the milliseconds that each took. */
function drive({ socket, requests }, deadlineMs, isOnce) {
  return new Promise((resolve, reject) => {
    const latencies = [];
    let next = 0;
    let sentAtMs = 0;
    let head = Buffer.alloc(0);
    /** @type {((content: Buffer) => boolean) | null} */
    let isOver = null;
    const send = () => {
      sentAtMs = performance.now();
      head = Buffer.alloc(0);
      isOver = null;
      socket.write(requests[next % requests.length]);
      next += 1;
    };
    socket.on("data", (chunk) => {
      let content = chunk;
      if (isOver === null) {
        head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
        const end = head.indexOf(HEAD_END);
        if (end === -1) return;
        const text = head.toString("latin1", 0, end);
        if (text[9] !== "2") return reject(new Error(`a response is not 2xx: ${head.toString()}`));
        isOver = endOf(text);
        content = head.subarray(end + HEAD_END.length);
      }
      if (!isOver(content)) return;
      const now = performance.now();
      latencies.push(now - sentAtMs);
      if (now < deadlineMs && !(isOnce && next === requests.length)) return send();
      socket.destroy();
      resolve(latencies);
    });
    socket.once("error", reject);
    socket.once("end", () => reject(new Error("the service closed a connection")));
    send();
  });
}

/** Returns a function that says whether a part of a body is the last one, from the length in the head. */
function endOf(head) {
  if (/\r\ntransfer-encoding: chunked/i.test(head)) {
    let tail = "";
    return (content) => {
      tail = (tail + content.subarray(-LAST_CHUNK.length).latin1Slice()).slice(-LAST_CHUNK.length);
      return tail === LAST_CHUNK;
    };
  }
  let missing = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
  return (content) => {
    missing -= content.length;
    return missing <= 0;
  };
}

function percentile(values, part) {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
}
