import { type EventEmitter, once } from "node:events";
import { createSecureServer } from "node:http2";
import { createServer, type Server, type Socket } from "node:net";
import { afterEach, expect, test } from "@jest/globals";
import { parseAllowList } from "@skucast/targets/allow-list";
import { createTargetGuard } from "@skucast/targets/target-guard";
import { createCertificate } from "@skucast/testkit/create-certificate";
import { openAgents } from "./open-agents.js";
import { sendRequest } from "./send-request.js";

const TIMEOUT_MS = 60_000;
const guard = createTargetGuard({ allow: parseAllowList("127.0.0.1") });
const OK = "HTTP/1.1 204 No Content\r\n\r\n";

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function listening(server: Pick<Server, "listen" | "close" | "address"> & EventEmitter): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closers.push(() => new Promise((resolve) => server.close(resolve)));
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}

/** A server that calls `respond` for each request of a connection, and a client that sends requests to it one by one. */
async function sending(respond: (socket: Socket, requestOfConnection: number, connection: number) => void) {
  let connections = 0;
  const requests: string[] = [];
  const port = await listening(
    createServer((socket) => {
      const connection = ++connections;
      let count = 0;
      socket.on("error", () => {});
      socket.on("data", (bytes) => {
        requests.push(/webhook-id: (\w+)/i.exec(bytes.toString())?.[1] ?? "");
        respond(socket, ++count, connection);
      });
    }),
  );
  const agents = openAgents(guard, TIMEOUT_MS);
  closers.push(() => agents.destroy());
  const send = async (id: string) => {
    // The connection becomes free shortly after the response has arrived.
    await new Promise((resolve) => setImmediate(resolve));
    return sendRequest(
      { agents, signer: { sign: async () => "v1,none" }, timeoutMs: TIMEOUT_MS },
      {
        url: new URL(`http://127.0.0.1:${port}/`),
        keys: [],
        id,
        timestamp: 1,
        body: Buffer.from("{}"),
        extras: { headers: {}, plain: undefined, identity: undefined },
        isInTime: () => true,
      },
    );
  };
  return { send, requests };
}

test.each([
  ["reset", (socket: Socket) => socket.resetAndDestroy()],
  ["closed", (socket: Socket) => socket.destroy()],
])("a request whose keep-alive connection is %s is sent again at once, in the same attempt", async (_how, break_) => {
  // The first connection answers once, and breaks at its second request.
  const { send, requests } = await sending((socket, count, connection) => {
    if (connection === 1 && count > 1) break_(socket);
    else socket.write(OK);
  });
  expect((await send("first"))?.outcome).toBe("delivered");
  expect(await send("second")).toMatchObject({ outcome: "delivered", statusCode: 204 });
  expect(requests).toEqual(["first", "second", "second"]);
});

test("repeats are limited, and a new connection that breaks fails the attempt at once", async () => {
  const broken = await sending((socket) => void socket.resetAndDestroy());
  expect(await broken.send("first")).toMatchObject({ outcome: "unreachable", error: "The connection was reset." });
  expect(broken.requests).toEqual(["first"]);
  const later = await sending((socket, count, connection) => {
    if (connection === 1 && count === 1) socket.write(OK);
    else socket.resetAndDestroy();
  });
  await later.send("first");
  expect(await later.send("second")).toMatchObject({ outcome: "unreachable" });
  expect(later.requests).toEqual(["first", "second", "second"]);
});

test("a request is not repeated after its response has started", async () => {
  const { send, requests } = await sending((socket, count) => {
    if (count === 1) socket.write(OK);
    else socket.end("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf");
  });
  await send("first");
  expect(await send("second")).toMatchObject({ outcome: "delivered", statusCode: 200 });
  expect(requests).toEqual(["first", "second"]);
});

test("a host that supports only HTTP/2 gets a specific error", async () => {
  const server = createSecureServer(createCertificate(["h2.example"]));
  server.on("sessionError", () => {});
  const port = await listening(server);
  const agents = openAgents(guard, TIMEOUT_MS);
  closers.push(() => agents.destroy());
  const result = await sendRequest(
    { agents, signer: { sign: async () => "v1,none" }, timeoutMs: TIMEOUT_MS },
    {
      url: new URL(`https://127.0.0.1:${port}/`),
      keys: [],
      id: "h2",
      timestamp: 1,
      body: Buffer.from("{}"),
      extras: { headers: {}, plain: undefined, identity: undefined },
      isInTime: () => true,
    },
  );
  expect(result).toMatchObject({ outcome: "unreachable", error: expect.stringContaining("may support only HTTP/2") });
});
