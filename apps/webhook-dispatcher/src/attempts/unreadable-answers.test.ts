import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { expect, test } from "@jest/globals";
import { parseAllowList } from "@skucast/targets/allow-list";
import { createTargetGuard } from "@skucast/targets/target-guard";
import { openAgents } from "./open-agents.js";
import { type AttemptResult, sendRequest } from "./send-request.js";
import { createSigner } from "./signer.js";

const guard = createTargetGuard({ allow: parseAllowList("127.0.0.1") });
/** Far longer than a test takes, so it never ends an attempt here. */
const TIMEOUT_MS = 60_000;

/** The result of an attempt whose request the server answers with `respond`. */
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
        url: new URL(`${scheme}://127.0.0.1:${port}/`),
        keys: [],
        id: "evt_1",
        timestamp: 1,
        body: Buffer.from("{}"),
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

/** The error of an attempt whose request was answered with these bytes. */
const errorAfter = async (scheme: string, bytes: string) =>
  (await answered(scheme, (socket) => socket.end(bytes)))?.error;

/** The result after a response that repeats the same piece without end. */
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
  ["an invalid status", "HTTP/1.1 000 Weird\r\n\r\n", "The answer is not HTTP/1.1."],
  ["an invalid length", "HTTP/1.1 200 OK\r\nContent-Length: abc\r\n\r\nhi", "The answer is not HTTP/1.1."],
  [
    "a switch to another protocol",
    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n",
    "The host answered 101, which switches to a protocol other than HTTP.",
  ],
  [
    "an unexpected 100 Continue",
    "HTTP/1.1 100 Continue\r\n\r\n",
    "The host answered 100 Continue, which the request did not ask for.",
  ],
  [
    "endless headers",
    `HTTP/1.1 200 OK\r\nX-Long: ${"a".repeat(100_000)}\r\n\r\n`,
    "The headers of the answer are longer than 16 kB.",
  ],
])("%s gets a specific error", async (_title, bytes, sentence) => {
  expect(await errorAfter("http", bytes)).toBe(sentence);
});

test("a port without TLS gets a specific error", async () => {
  expect(await errorAfter("https", "HTTP/1.1 400 Bad Request\r\n\r\n")).toBe("The host does not use TLS on this port.");
});

test("interim responses are skipped, and cut off if there are too many", async () => {
  const interim = "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n";
  const sentence = "The host sent too many interim answers (1xx): at most 16 are read.";
  expect((await endless("", interim))?.error).toBe(sentence);
  expect(await errorAfter("http", `${interim.repeat(16)}HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n`)).toBeNull();
  expect(await errorAfter("http", `${interim.repeat(17)}HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n`)).toBe(sentence);
});

test.each([
  ["a reason", "HTTP/1.1 200 ", "because "],
  ["a series of empty lines before the status", "", "\r\n"],
])("%s without end is cut off", async (_title, start, piece) => {
  expect((await endless(start, piece))?.error).toBe("The answer does not end: 128 kB are read.");
});

test("endless chunk extensions are cut off, and the status still counts", async () => {
  const start = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;";
  expect(await endless(start, "x=yyyyyyyyyyyyyyyyyyyyyyyy;")).toMatchObject({ statusCode: 200, outcome: "delivered" });
});
