import { expect, test } from "@jest/globals";
import type { Admission, EndpointFeedback } from "./endpoint-limiter.js";
import { createEndpointLimiters, type EndpointLimiters, type SlotRequest } from "./endpoint-limiters.js";

const IN_FLIGHT_MAX = 50;
const START = 10;

/** Endpoints `a1`, `a2` … are on host a, `b1` … on host b; `?` is on a host that is not known yet. */
function openLimiters() {
  let nowMs = 1_000_000;
  const known = new Set(["a", "b"]);
  const limiters = createEndpointLimiters({
    inFlightMax: () => IN_FLIGHT_MAX,
    inHandMax: 4_000,
    shareOfRate: () => 1,
    hostOf: (endpointId) => (known.has(endpointId.charAt(0)) ? endpointId.charAt(0) : undefined),
    clock: { now: () => new Date(nowMs) },
  });
  const ended = (isSuccess: boolean): EndpointFeedback => ({
    startedAtMs: nowMs - 5,
    isSuccess,
    isOverloaded: false,
    endpointVersion: "1",
  });
  return { limiters, ended, pass: (ms: number) => (nowMs += ms) };
}
const of = (endpointId: string, workspaceId = `ws_${endpointId}`): SlotRequest => ({ workspaceId, endpointId });
const endpointsOf = (host: string, count: number) => Array.from({ length: count }, (_, i) => of(`${host}${i + 1}`));

/** Takes every slot that is free now for each endpoint in turn; returns one request for each. */
function takeAll(limiters: EndpointLimiters, endpoints: readonly SlotRequest[]): SlotRequest[] {
  const taken: SlotRequest[] = [];
  for (let more = true; more; ) {
    const got = endpoints.filter((endpoint) => limiters.tryAcquire(endpoint));
    taken.push(...got);
    more = got.length > 0;
  }
  return taken;
}

test("twenty endpoints of twenty workspaces on one host get together what one endpoint gets, and one more each at most", () => {
  const { limiters } = openLimiters();
  expect(takeAll(limiters, [of("b1")])).toHaveLength(START);
  const taken = takeAll(limiters, endpointsOf("a", 20));
  expect(taken.length).toBeGreaterThanOrEqual(START);
  expect(taken.length).toBeLessThanOrEqual(START + 20);
});

test("the endpoints of one workspace on a host have two thirds of its slots, and leave some to other workspaces", () => {
  const { limiters } = openLimiters();
  const own = endpointsOf("a", 20).map(({ endpointId }) => of(endpointId, "ws_1"));
  expect(takeAll(limiters, own).length).toBeLessThanOrEqual(Math.ceil((2 / 3) * START) + 1);
  expect(limiters.tryAcquire(of("a21", "ws_2"))).toBe(true);
});

test("a host that answers with success gets more slots, up to those of one endpoint; one that rejects does not", () => {
  const { limiters, ended } = openLimiters();
  const good = endpointsOf("a", 20);
  const bad = endpointsOf("b", 20);
  for (let round = 0; round < 300; round += 1) {
    for (const request of takeAll(limiters, good)) limiters.release(request, ended(true));
    for (const request of takeAll(limiters, bad)) limiters.release(request, ended(false));
  }
  const grown = takeAll(limiters, good).length;
  expect(grown).toBeGreaterThan(2 * START);
  expect(grown).toBeLessThanOrEqual(IN_FLIGHT_MAX + good.length);
  expect(takeAll(limiters, bad).length).toBeLessThanOrEqual(START + bad.length);
});

test("a host that has answered a challenge is not limited, from the next slot on, and is again when that is revoked", () => {
  const { limiters } = openLimiters();
  const endpoints = endpointsOf("a", 20);
  const before = takeAll(limiters, endpoints).length;
  limiters.setVerifiedHosts(new Set(["a"]));
  expect(before + takeAll(limiters, endpoints).length).toBe(20 * START);
  limiters.setVerifiedHosts(new Set());
  expect(takeAll(limiters, endpointsOf("a", 40)).length).toBeLessThanOrEqual(20);
});

test("a single endpoint on a host has all of its slots, whatever happens on other hosts", () => {
  const { limiters, ended } = openLimiters();
  takeAll(limiters, endpointsOf("a", 20));
  const only = [of("b1")];
  for (let round = 0; round < 2_000; round += 1) {
    for (const request of takeAll(limiters, only)) limiters.release(request, ended(true));
  }
  expect(takeAll(limiters, only)).toHaveLength(IN_FLIGHT_MAX);
});

test("deliveries that wait for a slot of the host get it in turn, each endpoint one", async () => {
  const { limiters, ended } = openLimiters();
  const endpoints = endpointsOf("a", 4);
  const inFlight = takeAll(limiters, endpoints);
  const order: string[] = [];
  const waiting: Promise<Admission>[] = [];
  for (const request of endpoints) {
    for (let i = 0; i < 2; i += 1) {
      const admission = limiters.acquire(request);
      waiting.push(admission);
      void admission.then(() => order.push(request.endpointId));
    }
  }
  await new Promise((done) => setImmediate(done));
  expect(order).toEqual([]);
  for (const request of inFlight.slice(0, 8)) limiters.release(request, ended(true));
  await Promise.all(waiting);
  expect(new Set(order.slice(0, 4)).size).toBe(4);
  expect(order).toHaveLength(8);
});

test("an endpoint whose host is not known is limited as soon as it is, with its attempts in flight", () => {
  const names = new Map<string, string>();
  const limiters = createEndpointLimiters({
    inFlightMax: () => IN_FLIGHT_MAX,
    inHandMax: 4_000,
    shareOfRate: () => 1,
    hostOf: (endpointId) => names.get(endpointId),
    clock: { now: () => new Date(1_000_000) },
  });
  const endpoints = endpointsOf("a", 3);
  expect(takeAll(limiters, endpoints)).toHaveLength(3 * START);
  for (const { endpointId } of endpoints) names.set(endpointId, "a");
  expect(takeAll(limiters, endpoints)).toEqual([]);
  names.set("a1", "elsewhere");
  limiters.release(of("a1"));
  expect(limiters.tryAcquire(of("a1"))).toBe(true);
});
