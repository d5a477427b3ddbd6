import { expect, test } from "@jest/globals";
import { ROUTES, type Routes } from "@skucast/contracts/routes";
import { ApiError } from "./api-error.js";
import { createApiClient } from "./create-api-client.js";

interface Seen {
  url: string;
  init: RequestInit;
}

/** A client whose service returns this response, and the requests sent. */
function clientOf(answer: Response | Error, timeoutMs?: number) {
  const seen: Seen[] = [];
  const fetch = async (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    seen.push({ url: String(url), init });
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const options = { routes: ROUTES, baseUrl: "https://skucast.example", token: "skc_sk_x", fetch };
  return { client: createApiClient<Routes>({ ...options, ...(timeoutMs !== undefined && { timeoutMs }) }), seen };
}
const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers });

test("a call uses the route of the contract, with parameters, query, body and headers", async () => {
  const { client, seen } = clientOf(json({ id: "ch_1" }));
  const answer = await client.call("updateChannel", {
    params: { channel_id: "a/b c" },
    query: { validate_only: true },
    body: { status: "paused" },
    ifMatch: 7,
    idempotencyKey: "once",
  });
  expect(answer.id).toBe("ch_1");
  expect(seen[0]?.url).toBe("https://skucast.example/api/public/v1/channels/a%2Fb%20c?validate_only=true");
  expect(seen[0]?.init).toMatchObject({
    method: "PATCH",
    body: '{"status":"paused"}',
    headers: { Authorization: "Bearer skc_sk_x", "If-Match": '"v7"', "Idempotency-Key": "once" },
  });
});

test("a SKU is encoded so that clients and proxies do not change it", async () => {
  const { client } = clientOf(json({}));
  const urlOf = (sku: string) => new URL(client.urlOf("getProduct", { params: { sku } })).pathname;
  expect(urlOf("TEE RED")).toBe("/api/public/v1/products/TEE%20RED");
  expect(urlOf("..")).toBe("/api/public/v1/products/base64url~Li4");
  expect(urlOf("a/b")).toBe("/api/public/v1/products/base64url~YS9i");
});

test("a slash at the end of the base URL does no harm, and a missing parameter of the path is named", () => {
  const client = createApiClient<typeof ROUTES>({ routes: ROUTES, baseUrl: "https://skucast.example/", fetch });
  expect(client.urlOf("listApiKeys", {})).toBe("https://skucast.example/api/public/v1/api-keys");
  for (const params of [{}, { sku: "" }])
    expect(() => client.urlOf("getProduct", { params } as never)).toThrow("params.sku is missing");
});

test("creation only is requested with If-None-Match", async () => {
  const { client, seen } = clientOf(json({ sku: "A" }, 201));
  const product = { sku: "A", title: "A", price_amount: 1, price_currency: "USD", availability: "in_stock" } as const;
  await client.call("upsertProduct", { body: product, isNew: true });
  expect(seen[0]?.init.headers).toMatchObject({ "If-None-Match": "*" });
});

test("omitted values are not sent", async () => {
  const { client, seen } = clientOf(json({ data: [] }));
  await client.call("listApiKeys", { query: { status: undefined } });
  expect(seen[0]?.url).toBe("https://skucast.example/api/public/v1/api-keys");
  expect(seen[0]?.init.body).toBeNull();
  expect(client.urlOf("getRunFile", { params: { run_id: "run_1" } })).toBe(
    "https://skucast.example/api/public/v1/runs/run_1/file",
  );
});

test("each value of a multi-value filter is sent", async () => {
  const { client, seen } = clientOf(json({ data: [] }));
  await client.call("listProducts", { query: { brand: ["Acme, Inc", "B&B"], condition: "new" } });
  expect(seen[0]?.url).toBe(
    "https://skucast.example/api/public/v1/products?brand=Acme%2C+Inc&brand=B%26B&condition=new",
  );
});

test("204 returns undefined, files return a blob, JSON lines included", async () => {
  const nothing = clientOf(new Response(null, { status: 204 }));
  expect(await nothing.client.call("revokeApiKey", { params: { api_key_id: "key_1" } })).toBeUndefined();
  const file = clientOf(new Response("a,b", { headers: { "content-type": "text/csv" } }));
  const bytes = await file.client.call("getRunFile", { params: { run_id: "run_1" } });
  expect(await bytes.text()).toBe("a,b");
  const lines = clientOf(new Response("{}\n{}\n", { headers: { "content-type": "application/jsonl; charset=utf-8" } }));
  const errors = await lines.client.call("getImportErrors", { params: { import_id: "imp_1" } });
  expect(await errors.text()).toBe("{}\n{}\n");
});

test("a file that is JSON returns a blob too", async () => {
  const file = new Response("[]", {
    headers: { "content-type": "application/json", "content-disposition": 'attachment; filename="products.json"' },
  });
  const { client } = clientOf(file);
  const bytes = await client.call("getRunFile", { params: { run_id: "run_1" } });
  expect(await bytes.text()).toBe("[]");
});

test("a file is sent as it is, with its type, which is a stream of bytes if it has none", async () => {
  const { client, seen } = clientOf(json({ id: "imp_1" }, 202));
  const file = new Blob(["sku,title\n"], { type: "text/csv" });
  await client.call("createImport", { query: { format: "csv" }, body: file });
  expect(seen[0]?.init.body).toBe(file);
  expect(seen[0]?.init.headers).toMatchObject({ "Content-Type": "text/csv" });
  const untyped = clientOf(json({ id: "imp_1" }, 202));
  await untyped.client.call("startWorkspaceImport", { body: new Blob(["x"]) });
  expect(untyped.seen[0]?.init.headers).toMatchObject({ "Content-Type": "application/octet-stream" });
});

test("a response that breaks off is an error like a missing one, unless the caller has aborted", async () => {
  const stop = new AbortController();
  const broken = (status: number) => {
    const start = (body: ReadableStreamDefaultController) => body.enqueue(new TextEncoder().encode('{"data":'));
    const pull = (body: ReadableStreamDefaultController) =>
      body.error(stop.signal.reason ?? new TypeError("terminated"));
    return new Response(new ReadableStream({ start, pull }), {
      status,
      headers: { "content-type": "application/json" },
    });
  };
  const call = (options: object, status: number) => clientOf(broken(status)).client.call("listProducts", options);
  for (const status of [200, 404]) {
    await expect(call({}, status)).rejects.toMatchObject({ name: "ApiError", code: "unreachable", status: 0 });
  }
  stop.abort(new Error("left the page"));
  for (const status of [200, 404]) {
    await expect(call({ signal: stop.signal }, status)).rejects.toThrow("left the page");
  }
});

test("a success that is a web page or malformed JSON is an error", async () => {
  const page = clientOf(new Response("<h1>Sign in</h1>", { headers: { "content-type": "text/html; charset=utf-8" } }));
  await expect(page.client.call("getMe")).rejects.toMatchObject({ code: "unexpected", status: 200 });
  const malformed = clientOf(new Response('{"a":', { headers: { "content-type": "application/json" } }));
  await expect(malformed.client.call("getMe")).rejects.toMatchObject({ code: "unexpected", status: 200 });
});

test("an error response has its code, detail, all errors, request id and retry delay", async () => {
  const faults = [{ pointer: "/name", code: "required", message: "is required" }];
  const problem = { code: "validation_failed", detail: "/name: is required", errors: faults };
  const { client } = clientOf(json(problem, 422, { "request-id": "req_1", "retry-after": "3" }));
  const refusal = await client.call("listProducts").catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(ApiError);
  expect(refusal).toMatchObject({
    status: 422,
    code: "validation_failed",
    message: "/name: is required",
    faults,
    requestId: "req_1",
    retryAfterSeconds: 3,
  });
});

test("a missing response, and one that is not a problem document, are errors too", async () => {
  const silent = clientOf(new TypeError("fetch failed"));
  await expect(silent.client.call("getMe")).rejects.toMatchObject({ code: "unreachable", status: 0 });
  const proxy = clientOf(new Response("<h1>Bad gateway</h1>", { status: 502 }));
  await expect(proxy.client.call("getMe")).rejects.toMatchObject({ code: "unexpected", status: 502 });
});

test("a call that its caller aborts rejects with the caller's reason", async () => {
  const { client } = clientOf(new Error("aborted by fetch"));
  const signal = AbortSignal.abort(new Error("left the page"));
  await expect(client.call("getMe", { signal })).rejects.toThrow("aborted by fetch");
});
