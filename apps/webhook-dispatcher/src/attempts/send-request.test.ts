import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { parseAllowList } from "@skucast/targets/allow-list";
import { createTargetGuard } from "@skucast/targets/target-guard";
import { startWebhookSink, type WebhookSink } from "@skucast/testkit/start-webhook-sink";
import { isInTime, leaseFrom } from "../deliveries/leases.js";
import { openAgents } from "./open-agents.js";
import { sendRequest } from "./send-request.js";
import type { Signer } from "./signer.js";

const ATTEMPT_TIMEOUT_MS = 60_000;
/** Time of an attempt in addition to its timeout. */
const MARGIN_MS = 15_000;
const agents = openAgents(createTargetGuard({ allow: parseAllowList("127.0.0.1") }), ATTEMPT_TIMEOUT_MS);
let sink: WebhookSink;
beforeAll(async () => {
  sink = await startWebhookSink();
});
afterAll(() => Promise.all([sink.close(), agents.destroy()]));

test.each([
  ["is sent by a process that was suspended for as long as the lease allows", MARGIN_MS, true],
  ["is not sent by one that was suspended for longer, because another may have sent it", MARGIN_MS + 1, false],
])("a request %s", async (_, suspendedMs, isSent) => {
  let nowMs = 1_800_000_000_000;
  const ctx = { clock: { now: () => new Date(nowMs) }, limits: { attemptTimeoutMs: ATTEMPT_TIMEOUT_MS } };
  const leaseUntil = leaseFrom(ctx);
  const signer: Pick<Signer, "sign"> = {
    async sign() {
      nowMs += suspendedMs;
      return "v1,none";
    },
  };
  const id = `evt_${suspendedMs}`;
  const result = await sendRequest(
    { agents, signer, timeoutMs: ATTEMPT_TIMEOUT_MS },
    {
      url: new URL(sink.url),
      keys: [],
      id,
      timestamp: 1,
      body: Buffer.from("{}"),
      extras: { headers: {}, plain: undefined, identity: undefined },
      isInTime: () => isInTime(leaseUntil, ctx),
    },
  );
  expect(result?.outcome).toBe(isSent ? "delivered" : undefined);
  expect(sink.received.filter(({ headers }) => headers["webhook-id"] === id)).toHaveLength(isSent ? 1 : 0);
});

test("a redirect is not followed, and its target is kept without the values of custom headers", async () => {
  const before = sink.received.length;
  sink.answerOnce({ status: 302, headers: { location: "https://new.example/hook?t=s3cr3t-token" } });
  const result = await sendRequest(
    { agents, signer: { sign: async () => "v1,none" }, timeoutMs: ATTEMPT_TIMEOUT_MS },
    {
      url: new URL(sink.url),
      keys: [],
      id: "evt_moved",
      timestamp: 1,
      body: Buffer.from("{}"),
      extras: { headers: { "x-token": "s3cr3t-token" }, plain: undefined, identity: undefined },
      isInTime: () => true,
    },
  );
  expect(result).toMatchObject({ outcome: "rejected", statusCode: 302 });
  expect(result?.error).toContain("https://new.example/hook?t=[hidden]");
  expect(sink.received).toHaveLength(before + 1);
});
