import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { portOf } from "../../scripts/port-of.mjs";
import { startSystem } from "../system.mjs";
import { startWriter } from "../writer.mjs";

const TIMEOUT_MS = 3_000;
const EVENTS = 10;
/** After this much normal load, garbage of new deliveries no longer increases memory. */
const WARM_UP_MS = 10_000;
const CHUNK = Buffer.alloc(65_536, 120);
const HEAD = "HTTP/1.1 200 OK\r\n";

/**
 * What each receiver does with a connection that has sent a request.
 * @type {Record<string, (socket: import("node:net").Socket) => unknown>}
 */
const ABUSES = {
  "endless body": (socket) => pour(socket, `${HEAD}Content-Length: 10000000000\r\n\r\n`, CHUNK),
  "endless headers": (socket) => pour(socket, HEAD, Buffer.from(`X-Padding: ${"x".repeat(4_000)}\r\n`)),
  "endless interim answers": (socket) =>
    pour(socket, "", Buffer.from("HTTP/1.1 103 E\r\nlink: <x>\r\n\r\n".repeat(500))),
  "endless reasons": (socket) => pour(socket, "HTTP/1.1 200 ", CHUNK),
  "endless chunk extensions": (socket) => pour(socket, `${HEAD}Transfer-Encoding: chunked\r\n\r\n5;`, CHUNK),
  "one byte a second": (socket) => drip(socket, `${HEAD}Content-Length: 100\r\n\r\n`),
  "headers byte by byte": (socket) => drip(socket, ""),
  "gzip bomb": (socket) => bomb(socket),
  garbage: (socket) => socket.end("\u0000\u0001 this is no HTTP \r\n\r\n"),
  silence: () => {},
};

export const hostileAnswers = {
  title: `responses: ${Object.keys(ABUSES).join(", ")}; a redirect to a private address`,
  async run(testbed, checks) {
    const system = await startSystem(testbed, {
      endpoints: 0,
      dispatcher: { more: { SKUCAST_WEBHOOK_TIMEOUT: "3s" } },
    });
    const [dispatcher] = system.dispatchers;
    const inner = await startCounting();
    const servers = await Promise.all(Object.values(ABUSES).map((abuse) => listen(abuse)));
    servers.push(
      await listen((socket) =>
        socket.end(`HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:${inner.port}/\r\nContent-Length: 0\r\n\r\n`),
      ),
    );
    for (const { port } of servers) {
      const receiver = { url: `http://127.0.0.1:${port}`, register: () => {} };
      await testbed.createEndpoint(system.api, system.workspace, receiver, { path: "/" });
    }
    await warmUp(testbed, system);
    const idleMb = dispatcher.rssMb();
    const writer = system.startWriting(0);
    for (let i = 0; i < EVENTS; i += 1) await writer.write();
    let peakMb = idleMb;
    const expected = EVENTS * servers.length;
    for (const deadline = Date.now() + 40_000; Date.now() < deadline; await pause(200)) {
      peakMb = Math.max(peakMb, dispatcher.rssMb());
      const { rows } = await testbed.db.system.query(
        "SELECT count(*) FROM delivery_attempts WHERE number = 1 AND workspace_id = $1",
        [system.workspace.id],
      );
      if (Number(rows[0].count) === expected) break;
    }
    await writer.stop();
    const { rows } = await testbed.db.system.query(
      "SELECT max(duration_ms) AS longest, max(octet_length(response_body)) AS stored, count(*) AS count FROM delivery_attempts WHERE workspace_id = $1",
      [system.workspace.id],
    );
    const [{ longest, stored, count }] = rows;
    checks.check(
      `${count} attempts, the longest ${longest} ms (at most ${TIMEOUT_MS + 1_000})`,
      Number(count) >= expected && longest <= TIMEOUT_MS + 1_000,
    );
    checks.check(`${stored} bytes of a response are kept (at most 65,536)`, stored <= 65_536);
    checks.check(`${(peakMb - idleMb).toFixed(1)} MB more memory (at most 20)`, peakMb - idleMb <= 20);
    checks.check(`${inner.count()} connections to the target of the redirect (none)`, inner.count() === 0);
    for (const { close } of servers) close();
    inner.close();
    testbed.endpoints.length = 0;
  },
};

/** Normal load first, because the memory of a new process grows anyway. */
async function warmUp(testbed, { api }) {
  const workspace = await testbed.createWorkspace();
  const receiver = await testbed.openReceiver();
  await testbed.createEndpoint(api, workspace, receiver, { path: "/warm" });
  const writer = startWriter({ apis: [api], workspaces: [workspace], perSecond: 500, prefix: "warm" });
  await pause(WARM_UP_MS);
  await writer.stop();
  await testbed.drained(30_000);
}

async function listen(abuse) {
  const sockets = new Set();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("close", () => sockets.delete(socket));
    socket.once("data", () => abuse(socket));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { port: portOf(server), close };
}

async function startCounting() {
  let count = 0;
  const server = createServer((socket) => {
    count += 1;
    socket.destroy();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { port: portOf(server), count: () => count, close: () => server.close() };
}

function pour(socket, head, chunk) {
  if (head) socket.write(head);
  const more = () => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on("drain", more);
  more();
}

function drip(socket, head) {
  if (head) socket.write(head);
  const timer = setInterval(() => socket.write("x"), 1_000);
  socket.once("close", () => clearInterval(timer));
}

function bomb(socket) {
  const body = gzipSync(Buffer.alloc(50_000_000));
  socket.write(`${HEAD}Content-Encoding: gzip\r\nContent-Length: ${body.length}\r\n\r\n`);
  socket.end(body);
}
