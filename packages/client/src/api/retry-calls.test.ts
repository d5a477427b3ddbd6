import { expect, test } from "@jest/globals";
import { ROUTES, type Routes } from "@skucast/contracts/routes";
import { createApiClient } from "./create-api-client.js";
import { retrying, waitFor } from "./retry-calls.js";

/** A client whose service returns these responses in turn, with the requests and delays. */
function clientOf(answers: readonly (Response | Error)[], patience: { retriesMax?: number; waitMaxMs?: number } = {}) {
  const sent: RequestInit[] = [];
  const waits: number[] = [];
  const fetch = async (_url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const answer = answers[sent.push(init) - 1] ?? Response.json({});
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const once = createApiClient<Routes>({ routes: ROUTES, baseUrl: "https://skucast.example", fetch });
  const wait = async (ms: number) => void waits.push(ms);
  return { client: retrying(once, ROUTES, { ...patience, wait }), sent, waits };
}
const refusal = (status: number, code: string, headers: Record<string, string> = {}) =>
  Response.json({ code, detail: code }, { status, headers });
const keysOf = (sent: readonly RequestInit[]) => sent.map(({ headers }) => new Headers(headers).get("idempotency-key"));
const body = { name: "S", market: { country: "US", currency: "USD", language: "en" } };

test("temporary failures are retried with increasing delays", async () => {
  const { client, sent, waits } = clientOf([
    new TypeError("reset"),
    refusal(500, "internal"),
    new Response("bad gateway", { status: 502 }),
    refusal(503, "unavailable"),
  ]);
  await client.call("getMe");
  expect(sent).toHaveLength(5);
  expect(waits).toHaveLength(4);
  for (const [tries, ms] of waits.entries()) {
    expect(ms).toBeGreaterThanOrEqual(250 * 2 ** tries);
    expect(ms).toBeLessThanOrEqual(500 * 2 ** tries);
  }
});

test("a response that breaks off is retried with the same idempotency key", async () => {
  const pull = (cut: ReadableStreamDefaultController) => cut.error(new TypeError("terminated"));
  const broken = new Response(new ReadableStream({ pull }), { headers: { "content-type": "application/json" } });
  const { client, sent } = clientOf([broken, Response.json({ id: "ch_1" })]);
  expect((await client.call("createChannel", { body })).id).toBe("ch_1");
  const [first, second] = keysOf(sent);
  expect(first).toMatch(/^[\da-f-]{36}$/);
  expect(second).toBe(first);
});

test("Retry-After is respected, and a service that requests too long a delay is not called again", async () => {
  const short = clientOf([refusal(429, "rate_limited", { "Retry-After": "7" })]);
  await short.client.call("getMe");
  expect(short.waits).toEqual([7_000]);
  const long = clientOf([refusal(429, "rate_limited", { "Retry-After": "7" })], { waitMaxMs: 6_999 });
  await expect(long.client.call("getMe")).rejects.toMatchObject({ code: "rate_limited" });
  expect(long.sent).toHaveLength(1);
});

test("all attempts of a POST or PATCH have one idempotency key, each call another one, and a given one is kept", async () => {
  const { client, sent } = clientOf([
    new TypeError("reset"),
    refusal(409, "request_in_progress", { "Retry-After": "1" }),
  ]);
  await client.call("createChannel", { body });
  await client.call("createChannel", { body });
  await client.call("createChannel", { body, idempotencyKey: "mine" });
  await client.call("listChannels");
  const [first, second, third, fourth, fifth, get] = keysOf(sent);
  expect(first).toMatch(/^[\da-f-]{36}$/);
  expect([second, third]).toEqual([first, first]);
  expect(fourth).not.toBe(first);
  expect([fifth, get]).toEqual(["mine", null]);
});

test("permanent errors are thrown at once, and retries are limited", async () => {
  const refused = clientOf([refusal(422, "validation_failed")]);
  await expect(refused.client.call("getMe")).rejects.toMatchObject({ code: "validation_failed" });
  expect(refused.sent).toHaveLength(1);
  const down = clientOf(
    Array.from({ length: 9 }, () => refusal(503, "unavailable")),
    { retriesMax: 2 },
  );
  await expect(down.client.call("getMe")).rejects.toMatchObject({ status: 503 });
  expect(down.sent).toHaveLength(3);
});

test("a wait ends when its caller aborts, with the reason", async () => {
  const stop = new AbortController();
  const waiting = waitFor(600_000, stop.signal);
  stop.abort(new Error("left"));
  await expect(waiting).rejects.toThrow("left");
  await expect(waitFor(600_000, stop.signal)).rejects.toThrow("left");
});
