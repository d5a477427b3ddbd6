import { describe, expect, test } from "@jest/globals";
import { createLogger, type Logger } from "./logger.js";

const TOKEN = "Zq7CANARYxv93kLmPw2sTd8";
const PASSWORD = "canary-p@ss word/4711";
const PEM = `-----BEGIN PRIVATE KEY-----\nMIG${TOKEN}\n-----END PRIVATE KEY-----\n`;

/** The forms of a secret that must never be logged: plain, base64 (at any of the three alignments) and URL-encoded. */
function disguisesOf(secret: string): string[] {
  const shifted = ["", "a", "ab"].map((before) => btoa(before + secret).slice(before.length === 0 ? 0 : 4, -4));
  return [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), ...shifted];
}

function linesOf(log: (logger: Logger) => void): string[] {
  const lines: string[] = [];
  log(createLogger({ service: "catalog-api", level: "trace", destination: { write: (line) => lines.push(line) } }));
  return lines;
}

const withCause = () => new Error("outer", { cause: new Error(`connect postgres://app:${TOKEN}@db/x failed`) });
const withHeaders = () =>
  Object.assign(new Error("request failed"), {
    config: { headers: { authorization: `Bearer ${TOKEN}` }, auth: { password: PASSWORD } },
  });

const CASES: [title: string, log: (logger: Logger) => void][] = [
  ["a top-level field", (log) => log.info({ password: PASSWORD })],
  ["a deep field", (log) => log.info({ a: { b: [{ c: { d: { clientSecret: TOKEN } } }] } })],
  [
    "a whole object under a secret name",
    (log) => log.info({ credentials: { user: "u", value: PASSWORD, list: [TOKEN] } }),
  ],
  [
    "request headers",
    (log) => log.info({ headers: { cookie: `sid=${TOKEN}`, "x-api-key": TOKEN, "set-cookie": [TOKEN] } }),
  ],
  ["raw headers", (log) => log.info({ rawHeaders: ["Host", "a", "Authorization", TOKEN, "Cookie", PASSWORD] })],
  [
    "header pairs",
    (log) =>
      log.info({
        headers: [
          { value: TOKEN, name: "Authorization" },
          { key: "Cookie", value: PASSWORD },
        ],
      }),
  ],
  ["a message", (log) => log.info(`key skc_sk_${TOKEN} used`)],
  ["a formatted message", (log) => log.info("connecting to %s", `amqp://guest:${TOKEN}@mq`)],
  ["a formatted object", (log) => log.info("got %o", { token: TOKEN })],
  ["a string in an array", (log) => log.info({ args: ["x", `skc_rt_${TOKEN}`] })],
  ["an address", (log) => log.info({ url: `https://host/cb?a=1&access_token=${TOKEN}` })],
  [
    "an address with an encoded password",
    (log) => log.info({ url: `sftp://u:${encodeURIComponent(PASSWORD)}@host/in` }),
  ],
  ["an address as a URL", (log) => log.info({ url: new URL(`amqp://u:${TOKEN}@mq`) })],
  ["an error's message", (log) => log.error({ err: new Error(`bad whsec_${TOKEN}`) })],
  ["an error alone", (log) => log.error(new Error(`bad skc_at_${TOKEN}`))],
  ["an error under another name", (log) => log.error({ error: new Error(`bad skc_at_${TOKEN}`) })],
  ["an error's cause", (log) => log.error({ err: withCause() })],
  ["an error's own fields", (log) => log.error({ err: withHeaders() })],
  [
    "errors in an AggregateError",
    (log) => log.error({ err: new AggregateError([withCause(), withHeaders()], "all failed") }),
  ],
  ["a child's bindings", (log) => log.child({ token: TOKEN, at: `whsk_${TOKEN}` }).info("hello")],
  ["a private key", (log) => log.info({ pem: PEM })],
  ["a private key in an error", (log) => log.error(new Error(`cannot parse ${PEM}`))],
  [
    "JSON in a string",
    (log) => log.info({ body: JSON.stringify({ api_key: TOKEN, nested: JSON.stringify({ password: TOKEN }) }) }),
  ],
  ["a form in a string", (log) => log.info({ body: new URLSearchParams({ client_secret: PASSWORD }).toString() })],
  ["a bearer token", (log) => log.info({ tried: [`bearer ${TOKEN}`, `Bearer%20${TOKEN}`] })],
  ["basic credentials", (log) => log.info({ tried: `Basic ${btoa(`user:${PASSWORD}`)}` })],
  ["a token in base64", (log) => log.info({ content: btoa(`skc_sk_${TOKEN}`) })],
  ["a private key in base64", (log) => log.info({ content: btoa(PEM) })],
  ["a token in a URL form", (log) => log.info({ to: encodeURIComponent(`postgres://u:${PASSWORD}@db`) })],
  ["bytes", (log) => log.info({ content: Buffer.from(TOKEN) })],
  ["a name", (log) => log.info({ [`skc_sk_${TOKEN}`]: 1 })],
  [
    "a very long text",
    (log) => log.info({ text: `${"x".repeat(4_040)} postgres://u:${TOKEN}${"z".repeat(40)}@db ${"y".repeat(90_000)}` }),
  ],
  ["a value after a text that looks like an end", (log) => log.info({ a: '"}\n{"', password: PASSWORD })],
];

describe("no secret reaches the log", () => {
  test.each(CASES)("in %s", (_title, log) => {
    const output = linesOf(log).join("");
    expect(output).not.toBe("");
    const bytes = JSON.stringify([...Buffer.from(TOKEN)]).slice(1, -1);
    for (const disguise of [...disguisesOf(TOKEN), ...disguisesOf(PASSWORD), bytes])
      expect(output).not.toContain(disguise);
    for (const line of output.trimEnd().split("\n")) expect(JSON.parse(line)).toMatchObject({ service: "catalog-api" });
  });
});

test("a line is JSON with ISO time, level name, service, the unchanged fields and the message", () => {
  const [line = "", ...others] = linesOf((log) =>
    log.info({ event: "product.upserted", sku: "A-1", tags: ["a"] }, "done"),
  );
  expect(others).toEqual([]);
  expect(line.endsWith("}\n")).toBe(true);
  expect(JSON.parse(line)).toEqual({
    level: "info",
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    service: "catalog-api",
    event: "product.upserted",
    sku: "A-1",
    tags: ["a"],
    msg: "done",
  });
});

test("redaction keeps the rest of the line and marks what was removed", () => {
  const [line = ""] = linesOf((log) => log.warn({ password: "x", hasPassword: true, sku: "A-1", nothing: null }, "m"));
  expect(JSON.parse(line)).toMatchObject({
    level: "warn",
    password: "[redacted]",
    hasPassword: true,
    sku: "A-1",
    nothing: null,
    msg: "m",
  });
});

test("an error is logged with its causes and its stack", () => {
  const [line = ""] = linesOf((log) => log.error({ err: new Error("outer", { cause: new Error("inner") }) }, "failed"));
  expect(JSON.parse(line).err).toMatchObject({
    type: "Error",
    message: expect.stringContaining("inner"),
    stack: expect.stringContaining("logger.test"),
  });
});

test("a line never exceeds 32 kB and keeps the fields that identify it", () => {
  const wide = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`f${index}`, "x".repeat(4_000)]));
  const lines = linesOf((log) => {
    log.info({ event: "a", text: "x".repeat(100_000) }, "long");
    log.info({ event: "b", ...wide }, "wide");
    log.info({ event: "c", items: Array.from({ length: 50_000 }, () => 1) }, "many");
  });
  expect(lines.map((line) => JSON.parse(line)).map(({ event, msg }) => [event, msg])).toEqual([
    ["a", "long"],
    ["b", "wide"],
    ["c", "many"],
  ]);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(32_769);
});

test("a circular object is logged and does not throw", () => {
  const circle: Record<string, unknown> = { token: TOKEN };
  circle.self = circle;
  const [line = ""] = linesOf((log) => log.info({ circle }, "round"));
  expect(JSON.parse(line).msg).toBe("round");
  expect(line).not.toContain(TOKEN);
});

test("the level silent writes nothing", () => {
  const lines: string[] = [];
  createLogger({ service: "x", level: "silent", destination: { write: (line) => lines.push(line) } }).fatal("hello");
  expect(lines).toEqual([]);
});
