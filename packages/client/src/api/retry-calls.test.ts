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

/** A response whose body ends with the connection. */
const cutOff = (status: number, headers: Record<string, string> = {}) => {
  const start = (body: ReadableStreamDefaultController) => body.enqueue(new TextEncoder().encode('{"code":"n'));
  const pull = (body: ReadableStreamDefaultController) => body.error(new TypeError("terminated"));
  return new Response(new ReadableStream({ start, pull }), { status, headers });
};
const reset = () => new TypeError("fetch failed", { cause: Object.assign(new Error("reset"), { code: "ECONNRESET" }) });
const refused = () =>
  new TypeError("fetch failed", { cause: Object.assign(new Error("refused"), { code: "ECONNREFUSED" }) });
const product = { title: "A", price_amount: 1, price_currency: "USD", availability: "in_stock" } as const;
const params = { sku: "A" };

test.each([404, 409, 422, 429])("a %d that breaks off is retried like a missing response", async (status) => {
  const { client, sent } = clientOf([cutOff(status), Response.json({ id: "ch_1" })]);
  expect((await client.call("createChannel", { body })).id).toBe("ch_1");
  expect(sent).toHaveLength(2);
  const broken = clientOf([cutOff(status)], { retriesMax: 0 });
  await expect(broken.client.call("getMe")).rejects.toMatchObject({
    code: "unreachable",
    status: 0,
    message: `The service responded with ${status}, but the response broke off.`,
  });
});

test.each([reset(), new Response("bad gateway", { status: 502 }), refusal(503, "unavailable")])(
  "a deletion whose first response was lost has succeeded if there is nothing left to delete (%#)",
  async (lost) => {
    const { client, sent } = clientOf([lost, refusal(404, "not_found")]);
    expect(await client.call("deleteProduct", { params })).toBeUndefined();
    expect(sent).toHaveLength(2);
  },
);

test.each([
  ["no attempt reached the service", [refused(), refusal(404, "not_found")]],
  ["the first attempt was refused", [cutOff(404), refusal(404, "not_found")]],
  ["the first attempt had to wait", [refusal(429, "rate_limited"), refusal(404, "not_found")]],
  ["it is the first response", [refusal(404, "not_found")]],
])("a deletion of a missing product fails if %s", async (_case, answers) => {
  const deleting = clientOf(answers).client.call("deleteProduct", { params });
  await expect(deleting).rejects.toMatchObject({ code: "not_found", mayHaveSucceeded: false });
});

test("a conditional PUT that fails after a lost response says that it may have succeeded", async () => {
  const replace = (answers: readonly (Response | Error)[]) =>
    clientOf(answers).client.call("replaceProduct", { params, body: product, ifMatch: 3 });
  await expect(replace([reset(), refusal(412, "precondition_failed")])).rejects.toMatchObject({
    code: "precondition_failed",
    status: 412,
    mayHaveSucceeded: true,
    message: expect.stringContaining("may have succeeded"),
  });
  await expect(replace([refusal(412, "precondition_failed")])).rejects.toMatchObject({
    mayHaveSucceeded: false,
    message: "precondition_failed",
  });
  await expect(replace([reset(), refusal(422, "validation_failed")])).rejects.toMatchObject({
    mayHaveSucceeded: false,
  });
});

test("a POST or PATCH has a key, so its refusal is certain", async () => {
  const { client } = clientOf([reset(), refusal(412, "precondition_failed")]);
  const updating = client.call("updateProduct", { params, body: { title: "B" }, ifMatch: 3 });
  await expect(updating).rejects.toMatchObject({ status: 412, mayHaveSucceeded: false });
});

test.each(["deleteProduct", "replaceProduct"] as const)(
  "all attempts of %s have one idempotency key, and wait for the first",
  async (id) => {
    const inProgress = refusal(409, "request_in_progress", { "Retry-After": "1" });
    const { client, sent, waits } = clientOf([reset(), inProgress, new Response(null, { status: 204 })]);
    if (id === "deleteProduct") await client.call(id, { params, ifMatch: 3 });
    else await client.call(id, { params, body: product, ifMatch: 3 });
    expect(new Set(keysOf(sent)).size).toBe(1);
    expect(keysOf(sent)[0]).toMatch(/^[\da-f-]{36}$/);
    expect(waits.slice(1)).toEqual([1_000]);
  },
);

test("Retry-After is respected, and a service that requests too long a delay is not called again", async () => {
  const short = clientOf([refusal(429, "rate_limited", { "Retry-After": "7" })]);
  await short.client.call("getMe");
  expect(short.waits).toEqual([7_000]);
  const long = clientOf([refusal(429, "rate_limited", { "Retry-After": "7" })], { waitMaxMs: 6_999 });
  await expect(long.client.call("getMe")).rejects.toMatchObject({ code: "rate_limited" });
  expect(long.sent).toHaveLength(1);
});

test("all attempts of a write have one idempotency key, each call another one, and a given one is kept", async () => {
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
