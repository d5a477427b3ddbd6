import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request as httpRequest } from "node:http";
import { connect, createServer as createHttp2Server } from "node:http2";
import { type AddressInfo, createConnection, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { buffer, text } from "node:stream/consumers";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, afterEach, describe, expect, test } from "@jest/globals";
import { headersOf, SECRET, v1aOf, v1Of } from "@skucast/client/testing/signed-webhook";
import { eventually } from "@skucast/testkit/eventually";

const GUIDE = fileURLToPath(new URL("../../../../docs/how-to/receive-webhooks.md", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "skucast-environments-"));
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function exampleIn(language: string): string {
  const [, example] = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(readFileSync(GUIDE, "utf8")) ?? [];
  if (example === undefined) throw new Error(`the guide has no example in ${language}`);
  return example;
}

function write(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

interface Webhook {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
/** Sends a webhook to a receiver in some environment; returns whether the receiver accepted it. */
type Send = (webhook: Webhook) => Promise<boolean>;

type Verify = (secret: string, headers: unknown, body: unknown) => void;
const nodeExample = async (): Promise<Verify> =>
  (await import(pathToFileURL(write("verify.mjs", exampleIn("js"))).href)).verify;

function holds(verify: Verify, headers: unknown, body: unknown): boolean {
  try {
    verify(SECRET, headers, body);
    return true;
  } catch {
    return false;
  }
}

async function listen(server: Pick<Server, "listen" | "address" | "once" | "on">): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server as Server, "listening");
  return (server.address() as AddressInfo).port;
}

/** Over HTTP/1.1, with header names in the case that the dispatcher sends. */
const overHttp =
  (port: number): Send =>
  async ({ headers, body }) => {
    const request = httpRequest({ host: "127.0.0.1", port, method: "POST", headers, agent: false });
    request.end(body);
    const [response] = await once(request, "response");
    response.resume();
    return response.statusCode === 204;
  };

async function nodeHttp(): Promise<Send> {
  const verify = await nodeExample();
  const server = createServer(async (req, res) => {
    res.writeHead(holds(verify, req.headers, await buffer(req)) ? 204 : 401).end();
  });
  closing.push(() => server.close());
  return overHttp(await listen(server));
}

async function nodeHttp2(): Promise<Send> {
  const verify = await nodeExample();
  const server = createHttp2Server(async (req, res) => {
    res.writeHead(holds(verify, req.headers, await buffer(req)) ? 204 : 401).end();
  });
  const session = connect(`http://127.0.0.1:${await listen(server)}`);
  closing.push(
    () => server.close(),
    () => session.close(),
  );
  return async ({ headers, body }) => {
    const stream = session.request({ ":method": "POST", ...headers });
    stream.end(body);
    const [answer] = await once(stream, "response");
    stream.resume();
    return answer[":status"] === 204;
  };
}

/** With the body as bytes and as text, because frameworks with Fetch requests provide either. */
async function fetchRequest(): Promise<Send> {
  const verify = await nodeExample();
  const toRequest = ({ headers, body }: Webhook) =>
    new Request("https://shop.example", { method: "POST", headers, body });
  return async (webhook) => {
    const one = toRequest(webhook);
    const other = toRequest(webhook);
    const accepted = [
      holds(verify, one.headers, await one.arrayBuffer()),
      holds(verify, other.headers, await other.text()),
    ];
    expect(new Set(accepted).size).toBe(1);
    return accepted.every(Boolean);
  };
}

async function plainHeaders(): Promise<Send> {
  const verify = await nodeExample();
  const capitalize = (name: string) => name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
  return async ({ headers, body }) =>
    holds(verify, Object.fromEntries(Object.entries(headers).map(([name, value]) => [capitalize(name), value])), body);
}

const phpReceiver = (headers: string) => `${exampleIn("php")}
try {
    verify('${SECRET}', ${headers}, file_get_contents('php://input'));
    http_response_code(204);
} catch (UnexpectedValueException) {
    http_response_code(401);
}
`;

/** php-fpm over FastCGI, as behind a web server. */
const phpFpm = (headers: string) => async (): Promise<Send> => {
  const program = readdirSync("/usr/sbin").find((name) => name.startsWith("php-fpm"));
  const script = write("receiver.php", phpReceiver(headers));
  const socket = join(folder, "fpm.sock");
  const pool = ["listen = fpm.sock", "pm = static", "pm.max_children = 1", "user = root", "group = root"];
  const isRoot = process.getuid?.() === 0;
  const lines = ["[global]", "error_log = fpm.log", "daemonize = no", "[www]", ...pool.slice(0, isRoot ? 5 : 3)];
  const config = write("fpm.conf", lines.join("\n"));
  const args = [
    "--prefix",
    folder,
    "--fpm-config",
    config,
    "--nodaemonize",
    ...(isRoot ? ["--allow-to-run-as-root"] : []),
  ];
  const server = spawn(`/usr/sbin/${program}`, args, { cwd: folder, stdio: "ignore", detached: true });
  closing.push(() => endedWithChildren(server));
  // The file exists before the server listens, and remains when a server is killed.
  await eventually(() => isListening(socket));
  return async ({ headers: sent, body }) => {
    const http = Object.entries(sent).map(([name, value]) => [
      `HTTP_${name.toUpperCase().replaceAll("-", "_")}`,
      value,
    ]);
    const env = { ...process.env, ...Object.fromEntries(http), REQUEST_METHOD: "POST", SCRIPT_FILENAME: script };
    const length = { CONTENT_LENGTH: String(Buffer.byteLength(body)), CONTENT_TYPE: "application/json" };
    const client = spawn("cgi-fcgi", ["-bind", "-connect", socket], { env: { ...env, ...length } });
    client.stdin.end(body);
    return /^Status: 204/m.test(await text(client.stdout));
  };
};

function isListening(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(path, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

async function ended(child: ReturnType<typeof spawn>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill("SIGKILL");
  await exit;
}

/** Kills a server with its process group, because its children would continue without it. */
async function endedWithChildren(child: ReturnType<typeof spawn>): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  process.kill(-child.pid, "SIGKILL");
  await exit;
}

/** PHP's built-in web server, which frameworks use for development. */
const phpBuiltIn = (headers: string) => async (): Promise<Send> => {
  const script = write("receiver.php", phpReceiver(headers));
  const probe = createServer();
  const port = await listen(probe);
  await new Promise((resolve) => probe.close(resolve));
  const server = spawn("php", ["-S", `127.0.0.1:${port}`, script], { cwd: folder, stdio: "ignore" });
  closing.push(() => ended(server));
  const send = overHttp(port);
  await eventually(async () => (await send({ headers: {}, body: "" })) === false || undefined, { timeoutMs: 60_000 });
  return send;
};

async function pythonHttp(): Promise<Send> {
  const script = write(
    "receiver.py",
    `${exampleIn("python")}
from http.server import BaseHTTPRequestHandler, HTTPServer

class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        try:
            verify("${SECRET}", self.headers, body)
            verify("${SECRET}", dict(self.headers.items()), body)
            self.send_response(204)
        except ValueError:
            self.send_response(401)
        self.end_headers()

    def log_message(self, *_):
        pass

server = HTTPServer(("127.0.0.1", 0), Receiver)
print(server.server_port, flush=True)
server.serve_forever()
`,
  );
  const server = spawn("python3", [script], { stdio: ["ignore", "pipe", "ignore"] });
  closing.push(() => ended(server));
  const [port] = await once(createInterface(server.stdout), "line");
  return overHttp(Number(port));
}

/** With the environment variables of CGI, whose names Rack uses. */
async function rubyRack(): Promise<Send> {
  const script = write(
    "receiver.rb",
    `${exampleIn("ruby")}
begin
  verify("${SECRET}", ENV.to_h, STDIN.read)
  puts 204
rescue ArgumentError
  puts 401
end
`,
  );
  return async ({ headers, body }) => {
    const http = Object.entries(headers).map(([name, value]) => [
      `HTTP_${name.toUpperCase().replaceAll("-", "_")}`,
      value,
    ]);
    const child = spawn("ruby", [script], { env: { ...process.env, ...Object.fromEntries(http) } });
    child.stdin.end(body);
    return (await text(child.stdout)) === "204\n";
  };
}

const ENVIRONMENTS: Readonly<Record<string, () => Promise<Send>>> = {
  "Node.js over HTTP/1.1": nodeHttp,
  "Node.js over HTTP/2": nodeHttp2,
  "Node.js with a Fetch request": fetchRequest,
  "Node.js with capitalized names": plainHeaders,
  "php-fpm with getallheaders()": phpFpm("getallheaders()"),
  "php-fpm with $_SERVER": phpFpm("$_SERVER"),
  "php-fpm with lists of values": phpFpm("array_map(fn ($value) => [$value], getallheaders())"),
  "PHP's built-in server": phpBuiltIn("getallheaders()"),
  "Python's http.server": pythonHttp,
  "Ruby with the Rack environment": rubyRack,
};

const now = Math.floor(Date.now() / 1_000);
const signed = { body: JSON.stringify({ text: "Größe 漢字 😀" }), id: "evt_1", timestamp: now };
const genuine: Webhook = { body: signed.body, headers: headersOf(`${v1aOf(signed)} ${v1Of(signed)}`, signed) };
const { "webhook-id": _id, ...withoutId } = genuine.headers;
const { "webhook-signature": _signature, ...unsigned } = genuine.headers;

describe.each(Object.entries(ENVIRONMENTS))("the guide's example in %s", (_name, start) => {
  test("accepts a genuine webhook and rejects all others", async () => {
    const send = await start();
    expect(await send(genuine)).toBe(true);
    const forged: Webhook[] = [
      { ...genuine, body: `${genuine.body} ` },
      { ...genuine, headers: withoutId },
      { ...genuine, headers: unsigned },
      { ...genuine, headers: { ...genuine.headers, "webhook-id": "evt_2" } },
      {
        ...genuine,
        headers: headersOf(v1Of({ ...signed, timestamp: now - 900 }), { ...signed, timestamp: now - 900 }),
      },
    ];
    for (const webhook of forged) expect(await send(webhook)).toBe(false);
    expect(await send(genuine)).toBe(true);
  }, 120_000);
});
