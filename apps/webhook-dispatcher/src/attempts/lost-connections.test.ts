import { type EventEmitter, once } from "node:events";
import { createSecureServer } from "node:http2";
import { createServer, type Server, type Socket } from "node:net";
import { afterEach, expect, test } from "@jest/globals";
import { parseAllowList } from "@skucast/targets/allow-list";
import { createTargetGuard } from "@skucast/targets/target-guard";
import { makeCertificate } from "@skucast/testkit/make-certificate";
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

/** Sends one request after the other with the same client to a server that does this with each request of a connection. */
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
    // An answer is told a moment before its connection is free again.
    await new Promise((resolve) => setImmediate(resolve));
    return sendRequest(
      { agents, signer: { sign: async () => "v1,none" }, timeoutMs: TIMEOUT_MS },
      {
        ...{ url: new URL(`http://127.0.0.1:${port}/`), keys: [], id, timestamp: 1, body: Buffer.from("{}") },
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
])("a kept connection that is %s under a request costs no attempt: it is sent again at once", async (_how, break_) => {
  // The first connection answers once; what comes over it then breaks it.
  const { send, requests } = await sending((socket, count, connection) => {
    if (connection === 1 && count > 1) break_(socket);
    else socket.write(OK);
  });
  expect((await send("first"))?.outcome).toBe("delivered");
  expect(await send("second")).toMatchObject({ outcome: "delivered", statusCode: 204 });
  expect(requests).toEqual(["first", "second", "second"]);
});

test("a host that breaks every connection is not asked without end, and a new one that breaks counts at once", async () => {
  const anew = await sending((socket) => void socket.resetAndDestroy());
  expect(await anew.send("first")).toMatchObject({ outcome: "unreachable", error: "The connection was reset." });
  expect(anew.requests).toEqual(["first"]);
  const later = await sending((socket, count, connection) => {
    if (connection === 1 && count === 1) socket.write(OK);
    else socket.resetAndDestroy();
  });
  await later.send("first");
  expect(await later.send("second")).toMatchObject({ outcome: "unreachable" });
  expect(later.requests).toEqual(["first", "second", "second"]);
});

test("an answer that has begun is not asked for again", async () => {
  const { send, requests } = await sending((socket, count) => {
    if (count === 1) socket.write(OK);
    else socket.end("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf");
  });
  await send("first");
  expect(await send("second")).toMatchObject({ outcome: "delivered", statusCode: 200 });
  expect(requests).toEqual(["first", "second"]);
});

test("a host that speaks HTTP/2 alone is told as such", async () => {
  const server = createSecureServer(makeCertificate(["h2.example"]));
  server.on("sessionError", () => {});
  const port = await listening(server);
  const agents = openAgents(guard, TIMEOUT_MS);
  closers.push(() => agents.destroy());
  const result = await sendRequest(
    { agents, signer: { sign: async () => "v1,none" }, timeoutMs: TIMEOUT_MS },
    {
      ...{ url: new URL(`https://127.0.0.1:${port}/`), keys: [], id: "h2", timestamp: 1, body: Buffer.from("{}") },
      extras: { headers: {}, plain: undefined, identity: undefined },
      isInTime: () => true,
    },
  );
  expect(result).toMatchObject({ outcome: "unreachable", error: expect.stringContaining("may speak HTTP/2 alone") });
});
