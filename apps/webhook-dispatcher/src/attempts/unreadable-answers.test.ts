import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { expect, test } from "@jest/globals";
import { parseAllowList } from "@skucast/targets/allow-list";
import { createTargetGuard } from "@skucast/targets/target-guard";
import { openAgents } from "./open-agents.js";
import { type AttemptResult, sendRequest } from "./send-request.js";
import { createSigner } from "./signer.js";

const guard = createTargetGuard({ allow: parseAllowList("127.0.0.1") });
/** Far beyond what a test may take: nothing here ends because of it. */
const TIMEOUT_MS = 60_000;

/** How an attempt ends whose request is answered so. */
async function answered(scheme: string, respond: (socket: Socket) => void): Promise<AttemptResult | undefined> {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => respond(socket));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const agents = openAgents(guard, TIMEOUT_MS);
  try {
    return await sendRequest(
      { agents, signer: createSigner(), timeoutMs: TIMEOUT_MS },
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
  } finally {
    await agents.destroy();
    server.close();
    await once(server, "close");
  }
}

/** What an owner reads of an attempt whose request was answered with these bytes. */
const said = async (scheme: string, bytes: string) => (await answered(scheme, (socket) => socket.end(bytes)))?.error;

/** An answer that goes on with the same piece for as long as somebody reads. */
const endless = (start: string, piece: string) =>
  answered("http", (socket) => {
    const more = piece.repeat(1_000);
    const write = () => {
      while (socket.writable && socket.write(more));
    };
    socket.write(start);
    socket.on("drain", write);
    write();
  });

test.each([
  ["another protocol", "SSH-2.0-OpenSSH_9.6\r\n", "The answer is not HTTP/1.1."],
  ["a status that is none", "HTTP/1.1 000 Weird\r\n\r\n", "The answer is not HTTP/1.1."],
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
    "The headers of the answer are longer than 16 kB.",
  ],
])("%s is told as what it is", async (_title, bytes, sentence) => {
  expect(await said("http", bytes)).toBe(sentence);
});

test("a port without TLS is told as such", async () => {
  expect(await said("https", "HTTP/1.1 400 Bad Request\r\n\r\n")).toBe("The host does not use TLS on this port.");
});

test("interim answers are passed over, and cut off where they have no end", async () => {
  const interim = "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n";
  const sentence = "The host goes on with interim answers (1xx): 16 are read.";
  expect((await endless("", interim))?.error).toBe(sentence);
  expect(await said("http", `${interim.repeat(16)}HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n`)).toBeNull();
  expect(await said("http", `${interim.repeat(17)}HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n`)).toBe(sentence);
});

test.each([
  ["a reason", "HTTP/1.1 200 ", "because "],
  ["empty lines before the status", "", "\r\n"],
])("%s without end are cut off", async (_title, start, piece) => {
  expect((await endless(start, piece))?.error).toBe("The answer does not end: 128 kB are read.");
});

test("extensions of a chunk without end take nothing back from the status, and are cut off too", async () => {
  const start = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;";
  expect(await endless(start, "x=yyyyyyyyyyyyyyyyyyyyyyyy;")).toMatchObject({ statusCode: 200, outcome: "delivered" });
});
