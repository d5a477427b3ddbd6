import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { afterEach, expect, test } from "@jest/globals";
import { parseAllowList } from "@skucast/targets/allow-list";
import { createTargetGuard } from "@skucast/targets/target-guard";
import { openAgents } from "./open-agents.js";
import { sendRequest } from "./send-request.js";
import { createSigner } from "./signer.js";

const guard = createTargetGuard({ allow: parseAllowList("127.0.0.1") });
let server: Server | undefined;

afterEach(async () => {
  server?.close();
  await (server && once(server, "close"));
});

/** What an owner reads of an attempt whose request was answered with these bytes. */
async function said(scheme: string, bytes: string): Promise<string | null | undefined> {
  server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => socket.end(bytes));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const agents = openAgents(guard, 5_000);
  try {
    const result = await sendRequest(
      { agents, signer: createSigner(), timeoutMs: 5_000 },
      {
        ...{
          url: new URL(`${scheme}://127.0.0.1:${port}/`),
          keys: [],
          id: "evt_1",
          timestamp: 1,
          body: Buffer.from("{}"),
        },
        isInTime: () => true,
        extras: { headers: {}, plain: undefined, identity: undefined },
      },
    );
    return result?.error;
  } finally {
    await agents.destroy();
  }
}

test.each([
  ["another protocol", "SSH-2.0-OpenSSH_9.6\r\n", "The answer is not HTTP/1.1."],
  ["a length that is none", "HTTP/1.1 200 OK\r\nContent-Length: abc\r\n\r\nhi", "The answer is not HTTP/1.1."],
  [
    "another protocol to come",
    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n",
    "The host answered 101, to go on in another protocol than HTTP.",
  ],
  [
    "what is not asked for",
    "HTTP/1.1 100 Continue\r\n\r\n",
    "The host answered 100 Continue, which nobody had asked for.",
  ],
  [
    "headers without end",
    `HTTP/1.1 200 OK\r\nX-Long: ${"a".repeat(100_000)}\r\n\r\n`,
    "The answer's headers are too long: 16 kB are read.",
  ],
])("%s is told as what it is", async (_title, bytes, sentence) => {
  expect(await said("http", bytes)).toBe(sentence);
});

test("a port without TLS is told as such", async () => {
  expect(await said("https", "HTTP/1.1 400 Bad Request\r\n\r\n")).toBe("The host does not speak TLS at this port.");
});
