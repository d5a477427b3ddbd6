import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { startWebhookSink, type WebhookSink } from "./start-webhook-sink.js";

describe("the webhook sink", () => {
  let sink: WebhookSink;
  beforeEach(async () => {
    sink = await startWebhookSink();
  });
  afterEach(() => sink.close());

  const post = (path: string, body = "", signal: AbortSignal | null = null) =>
    fetch(sink.url + path, { method: "POST", body, headers: { "webhook-id": "evt_1" }, signal });

  test("keeps method, path, headers and the exact bytes of a request", async () => {
    // Longer than all buffers.
    const sent = JSON.stringify({ x: randomBytes(1_000_000).toString("base64") });
    await post("/a?b=c", sent);
    const [request] = sink.received;
    expect(request).toMatchObject({ method: "POST", path: "/a?b=c", headers: { "webhook-id": "evt_1" } });
    expect(request?.body.toString() === sent).toBe(true);
  });

  test("sends queued responses first, then the default response", async () => {
    sink.answerWith({ status: 204 });
    sink.answerOnce({ status: 503, headers: { "retry-after": "7" } }, { status: 410 });
    const first = await post("/");
    expect([first.status, first.headers.get("retry-after")]).toEqual([503, "7"]);
    expect((await post("/")).status).toBe(410);
    expect((await post("/")).status).toBe(204);
  });

  test("resolves a wait when the request arrives, and immediately if it has arrived before", async () => {
    const coming = sink.waitFor((request) => request.path === "/second");
    await post("/first");
    await post("/second");
    expect((await coming).path).toBe("/second");
    expect((await sink.waitFor((request) => request.path === "/first")).path).toBe("/first");
    expect(await sink.waitForCount(2)).toHaveLength(2);
  });

  test("reports the number of requests when a wait times out", async () => {
    await post("/");
    await expect(sink.waitForCount(2, { timeoutMs: 20 })).rejects.toThrow("1 requests arrived");
  });

  test("can leave a request without a response and still close", async () => {
    sink.answerWith({ hang: true });
    const abort = new AbortController();
    const abandoned = expect(post("/", "", abort.signal)).rejects.toThrow();
    await sink.waitForCount(1);
    abort.abort();
    await abandoned;
    expect(sink.received).toHaveLength(1);
  });
});
