// An HTTP connection that costs the client as little CPU as possible: requests are prepared as bytes, and a body is read
// only when the caller needs it.
import { once } from "node:events";
import { connect } from "node:net";

const HEAD_END = Buffer.from("\r\n\r\n");
/** The last chunk of a chunked response (RFC 9112, section 7.1). */
const LAST_CHUNK = Buffer.from("0\r\n\r\n");
const CHUNKED = /\r\ntransfer-encoding: chunked/i;
const LENGTH = /\r\ncontent-length: (\d+)/i;
const WITHOUT_BODY = new Set(["204", "304"]);

/**
 * @typedef {{ method: string, path: string, body?: unknown, headers?: Record<string, string> }} Request
 * @typedef {{ status: number, body: Buffer }} Answer
 */

/**
 * A request as bytes.
 * @param {Request} request
 */
export function bytesOf({ method, path, body, headers = {} }) {
  const content = body === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(body));
  const lines = [
    `${method} ${path} HTTP/1.1`,
    "Host: localhost",
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : ["Content-Type: application/json", `Content-Length: ${content.length}`]),
  ];
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`), content]);
}

/** Opens a connection that sends one request after the other. */
export async function openConnection(baseUrl) {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  socket.setNoDelay(true);
  await once(socket, "connect");
  /** @type {{ resolve: (answer: Answer) => void, reject: (error: Error) => void } | null} */
  let waiting = null;
  let reader = createReader();
  socket.on("data", (chunk) => {
    const answer = reader(chunk);
    if (answer === null) return;
    reader = createReader();
    const { resolve } = waiting ?? {};
    waiting = null;
    resolve?.(answer);
  });
  const fail = (error) => waiting?.reject(error);
  socket.once("error", fail);
  socket.once("close", () => fail(new Error("the service closed a connection")));
  return {
    /**
     * @param {Buffer} bytes
     * @returns {Promise<Answer>}
     */
    ask: (bytes) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(bytes);
      }),
    close: () => socket.destroy(),
  };
}

/** One request on a connection of its own. Returns the body, and throws unless the answer is 2xx. */
export async function askOnce(baseUrl, request) {
  const connection = await openConnection(baseUrl);
  try {
    const { status, body } = await connection.ask(bytesOf(request));
    if (status >= 300) throw new Error(`${request.method} ${request.path}: ${status} ${body}`);
    return body.toString();
  } finally {
    connection.close();
  }
}

/** The same for a body in JSON. */
export const askForJson = async (baseUrl, request) => JSON.parse(await askOnce(baseUrl, request));

/** Returns a function that takes the parts of a response, and returns the response with the last one. */
function createReader() {
  let head = "";
  /** @type {Buffer[]} */
  let parts = [];
  let size = 0;
  /** @type {number | null} */
  let length = null;
  return (chunk) => {
    parts.push(chunk);
    size += chunk.length;
    if (head === "") {
      const received = joined(parts);
      const end = received.indexOf(HEAD_END);
      if (end === -1) return null;
      head = received.toString("latin1", 0, end);
      parts = [received.subarray(end + HEAD_END.length)];
      size = parts[0].length;
      const hasBody = !WITHOUT_BODY.has(head.slice(9, 12));
      length = CHUNKED.test(head) ? null : Number((hasBody && LENGTH.exec(head)?.[1]) || 0);
    }
    const body = length === null ? contentOf(parts) : size >= length ? joined(parts) : null;
    return body === null ? null : { status: Number(head.slice(9, 12)), body };
  };
}

const joined = (parts) => (parts.length === 1 ? parts[0] : Buffer.concat(parts));

/** The content of a chunked body; null while it is incomplete. */
function contentOf(parts) {
  const tail = joined(parts.slice(-LAST_CHUNK.length)).subarray(-LAST_CHUNK.length);
  if (!tail.equals(LAST_CHUNK)) return null;
  const body = joined(parts);
  const content = [];
  for (let at = 0; ; ) {
    const lineEnd = body.indexOf("\r\n", at);
    if (lineEnd === -1) return null;
    const bytes = Number.parseInt(body.toString("latin1", at, lineEnd), 16);
    if (bytes === 0) return joined(content);
    const start = lineEnd + 2;
    if (body.length < start + bytes + 2) return null;
    content.push(body.subarray(start, start + bytes));
    at = start + bytes + 2;
  }
}
