import { expect, test } from "@jest/globals";
import type { Admission, EndpointFeedback } from "./endpoint-limiter.js";
import { createEndpointLimiters, type SlotRequest } from "./endpoint-limiters.js";

const of = (endpointId: string, more: Partial<SlotRequest> = {}): SlotRequest => ({
  workspaceId: "ws_1",
  endpointId,
  ...more,
});

function openLimiters(
  inFlightMax = 2,
  inHandMax = 500,
  hostOf: (endpointId: string) => string | undefined = () => undefined,
) {
  let nowMs = 1_000_000;
  const limiters = createEndpointLimiters({
    inFlightMax: () => inFlightMax,
    inHandMax,
    hostOf,
    shareOfRate: () => 0.5,
    clock: { now: () => new Date(nowMs) },
  });
  const pass = (ms: number) => {
    nowMs += ms;
  };
  /** Feedback of an attempt that took this long. */
  const ended = (tookMs: number, feedback: Partial<EndpointFeedback> = {}): EndpointFeedback => ({
    startedAtMs: nowMs - tookMs,
    isSuccess: true,
    isOverloaded: false,
    endpointVersion: "1",
    ...feedback,
  });
  /** Has the endpoints answer one attempt each. */
  const proveResponsive = (...requests: readonly SlotRequest[]) => {
    for (const request of requests) {
      limiters.tryAcquire(request);
      limiters.release(request, ended(5));
    }
  };
  return { limiters, pass, ended, proveResponsive };
}

/** The admissions so far, in order of arrival; undefined for deliveries that wait. */
async function settled(admissions: readonly Promise<Admission>[]): Promise<(Admission | undefined)[]> {
  const seen: (Admission | undefined)[] = admissions.map(() => undefined);
  for (const [index, admission] of admissions.entries()) {
    void admission.then((answer) => {
      seen[index] = answer;
    });
  }
  await new Promise((done) => setImmediate(done));
  return seen;
}

const countOf = (answers: readonly (Admission | undefined)[], wanted: Admission | undefined) =>
  answers.filter((answer) => answer === wanted).length;

test("deliveries beyond an endpoint's slots wait, and deliveries to other endpoints do not", async () => {
  const { limiters, ended } = openLimiters();
  const slow = [1, 2, 3, 4].map(() => limiters.acquire(of("slow")));
  expect(await settled(slow)).toEqual(["admitted", "admitted", undefined, undefined]);
  expect(await limiters.acquire(of("quick"))).toBe("admitted");
  limiters.release(of("slow"), ended(5));
  expect(await settled(slow)).toEqual(["admitted", "admitted", "admitted", undefined]);
});

test("all deliveries may wait for an endpoint that answers within milliseconds", async () => {
  const { limiters, pass, ended, proveResponsive } = openLimiters(2);
  proveResponsive(of("quick"));
  const all = Array.from({ length: 400 }, () => limiters.acquire(of("quick")));
  pass(4);
  limiters.release(of("quick"), ended(4));
  pass(1);
  limiters.shedExcess();
  expect(countOf(await settled(all), "busy")).toBe(0);
});

test("as many deliveries wait as can start within a second; all others are turned away", async () => {
  const { limiters, pass, ended } = openLimiters(10);
  const all = Array.from({ length: 100 }, () => limiters.acquire(of("slow")));
  pass(250);
  limiters.release(of("slow"), ended(250));
  limiters.shedExcess();
  // Ten slots and four rounds in a second: forty wait.
  expect(countOf(await settled(all), "busy")).toBe(100 - 11 - 40);
  expect(await limiters.acquire(of("slow"))).toBe("busy");
});

test("a single change goes before waiting bulk changes, which are turned away first", async () => {
  const { limiters, pass, ended, proveResponsive } = openLimiters(1);
  proveResponsive(of("slow"));
  void limiters.acquire(of("slow"));
  const bulk = [1, 2, 3].map(() => limiters.acquire(of("slow", { isBulk: true })));
  const single = [1, 2].map(() => limiters.acquire(of("slow")));
  limiters.release(of("slow"), ended(5));
  expect(await settled([...single, ...bulk])).toEqual(["admitted", undefined, undefined, undefined, undefined]);
  pass(10_000); // no attempt has ended: two may wait
  limiters.shedExcess();
  expect(await settled([...single, ...bulk])).toEqual(["admitted", undefined, undefined, "busy", "busy"]);
  limiters.release(of("slow"), ended(5));
  limiters.release(of("slow"), ended(5));
  expect(await settled([...single, ...bulk])).toEqual(["admitted", "admitted", "admitted", "busy", "busy"]);
});

test("of four deliveries that start, one is a bulk change, however many single changes wait", async () => {
  const { limiters, ended, proveResponsive } = openLimiters(1);
  proveResponsive(of("quick"));
  limiters.tryAcquire(of("quick"));
  const started: string[] = [];
  const wait = (name: string, isBulk: boolean) =>
    limiters.acquire(of("quick", { isBulk })).then((admission) => started.push(`${name} ${admission}`));
  for (let i = 0; i < 2; i += 1) void wait("bulk", true);
  for (let i = 0; i < 7; i += 1) void wait("single", false);
  for (let i = 0; i < 9; i += 1) {
    await settled([]);
    limiters.release(of("quick"), ended(5));
  }
  await settled([]);
  const three = Array.from({ length: 3 }, () => "single admitted");
  expect(started).toEqual([...three, "bulk admitted", ...three, "bulk admitted", "single admitted"]);
});

test("a single change takes the place of a bulk change at an endpoint for which no more may wait", async () => {
  const { limiters, ended, proveResponsive } = openLimiters(1);
  proveResponsive(of("slow"));
  limiters.tryAcquire(of("slow"));
  for (let i = 0; i < 20; i += 1) {
    limiters.release(of("slow"), ended(5_000)); // two may wait
    limiters.tryAcquire(of("slow"));
  }
  const bulk = [1, 2, 3].map(() => limiters.acquire(of("slow", { isBulk: true })));
  expect(await settled(bulk)).toEqual([undefined, undefined, "busy"]);
  const single = [1, 2, 3].map(() => limiters.acquire(of("slow")));
  expect(await settled([...single, ...bulk])).toEqual([undefined, undefined, "busy", "busy", "busy", "busy"]);
});

test("a workspace's bulk changes come in batches, up to half of what may wait for its fastest endpoint", async () => {
  const { limiters, ended, proveResponsive } = openLimiters(1);
  expect(limiters.bulkCapacityOf("ws_1")).toBe(Number.POSITIVE_INFINITY); // nothing is known
  proveResponsive(of("quick"), of("other", { workspaceId: "ws_2" }));
  const capacity = limiters.bulkCapacityOf("ws_1");
  expect(capacity).toBe(101); // half of the two hundred that start within a second, and the free slot
  const acquire = (count: number) =>
    Array.from({ length: count }, () => limiters.acquire(of("quick", { isBulk: true })));
  void acquire(52);
  expect(limiters.bulkCapacityOf("ws_1")).toBe(0);
  limiters.release(of("quick"), ended(5));
  expect(limiters.bulkCapacityOf("ws_1")).toBeGreaterThanOrEqual(50);
  expect(limiters.bulkCapacityOf("ws_2")).toBe(capacity);
});

test("an endpoint that never answers keeps only two deliveries waiting", async () => {
  const { limiters, pass } = openLimiters(1);
  const all = Array.from({ length: 100 }, () => limiters.acquire(of("hanging")));
  pass(1_001);
  limiters.shedExcess();
  expect(countOf(await settled(all), "busy")).toBe(97);
  expect(await limiters.acquire(of("hanging"))).toBe("busy");
});

/** Takes all slots that the workspace's endpoints can get; returns how many. */
function acquireAll(
  { limiters }: ReturnType<typeof openLimiters>,
  workspaceId: string,
  name: string,
  endpointCount = 50,
): number {
  const requests = Array.from({ length: endpointCount * 10 }, (_, i) =>
    of(`${name}-${i % endpointCount}`, { workspaceId }),
  );
  return requests.filter((request) => limiters.tryAcquire(request)).length;
}

test("unproven endpoints share half of the capacity, divided by workspace", () => {
  const fixture = openLimiters(10, 100);
  const held = ["ws_a", "ws_b", "ws_c"].map((workspaceId) => acquireAll(fixture, workspaceId, workspaceId));
  // Twice what is free of fifty: two thirds, and then two thirds of the rest.
  expect(held).toEqual([34, 11, 4]);
  // Each workspace gets one, however little is free.
  expect(acquireAll(fixture, "ws_d", "ws_d")).toBe(1);
  expect(fixture.limiters.capacities().filter(({ capacity }) => capacity > 0)).toEqual([]);
});

test("a workspace that keeps creating endpoints gets no more slots than with the first ones", () => {
  const fixture = openLimiters(10, 100);
  const held = [1, 2, 3, 4].map((round) => acquireAll(fixture, "ws_a", `created-${round}`));
  expect(held).toEqual([34, 0, 0, 0]);
});

test("endpoints that hang do not obstruct endpoints that answer, known or new", async () => {
  const fixture = openLimiters(10, 100);
  const { limiters, pass, ended, proveResponsive } = fixture;
  const known = of("known", { workspaceId: "ws_good" });
  proveResponsive(known);
  for (const workspaceId of ["ws_a", "ws_b"]) acquireAll(fixture, workspaceId, workspaceId);
  pass(1_500);
  expect(await limiters.acquire(of("ws_a-0", { workspaceId: "ws_a" }))).toBe("busy");
  expect(await settled(Array.from({ length: 10 }, () => limiters.acquire(known)))).toEqual(Array(10).fill("admitted"));
  const fresh = of("new", { workspaceId: "ws_good" });
  expect(await limiters.acquire(fresh)).toBe("admitted");
  limiters.release(fresh, ended(5));
  expect(countOf(await settled(Array.from({ length: 10 }, () => limiters.acquire(fresh))), "admitted")).toBe(10);
});

test("endpoints that start to hang leave slots and capacity to other workspaces", async () => {
  const fixture = openLimiters(10, 100);
  const { limiters, pass, proveResponsive } = fixture;
  for (const workspaceId of ["ws_a", "ws_b"]) {
    proveResponsive(...Array.from({ length: 50 }, (_, i) => of(`${workspaceId}-${i}`, { workspaceId })));
  }
  // Twice what is free of a hundred.
  expect(["ws_a", "ws_b"].map((workspaceId) => acquireAll(fixture, workspaceId, workspaceId))).toEqual([67, 22]);
  pass(1_500);
  limiters.shedExcess();
  expect(await limiters.acquire(of("other", { workspaceId: "ws_c" }))).toBe("admitted");
  await limiters.waitForCapacity(60_000);
});

test("deliveries that wait for endpoints that start to hang leave slots in which others start", async () => {
  const { limiters, pass, proveResponsive } = openLimiters(10, 100);
  const workspaces = ["ws_a", "ws_b", "ws_c", "ws_d"];
  const requests = workspaces.flatMap((workspaceId) =>
    Array.from({ length: 20 }, (_, i) => of(`${workspaceId}-${i}`, { workspaceId })),
  );
  proveResponsive(...requests);
  const all = [1, 2, 3, 4].flatMap(() => requests.map((request) => limiters.acquire(request)));
  pass(1_500);
  limiters.shedExcess();
  // Four workspaces have about eight ninths of the slots in flight, and no delivery waits in the reserve.
  expect(countOf(await settled(all), "admitted")).toBeLessThanOrEqual(91);
  expect(await limiters.acquire(of("other", { workspaceId: "ws_e" }))).toBe("admitted");
});

test("five requested attempts of a workspace run in addition to its share, and other workspaces have their own", async () => {
  const { limiters, ended } = openLimiters(10);
  const requested = (i: number, workspaceId = "ws_1") => of(`${workspaceId}-${i}`, { workspaceId, isRequested: true });
  const answers = await Promise.all(Array.from({ length: 7 }, (_, i) => limiters.acquire(requested(i))));
  expect([countOf(answers, "admitted"), countOf(answers, "busy")]).toEqual([5, 2]);
  expect(limiters.capacities().every(({ canStartRequested }) => !canStartRequested)).toBe(true);
  expect(await limiters.acquire(requested(0, "ws_2"))).toBe("admitted");
  limiters.release(requested(0), ended(5));
  expect(await limiters.acquire(requested(6))).toBe("admitted");
});

test("a requested attempt starts at once, one at a time, even if the limiter is full or the breaker open", async () => {
  const { limiters, ended } = openLimiters(10);
  for (let i = 0; i < 10; i += 1) limiters.tryAcquire(of("down"));
  const requested = of("down", { isRequested: true });
  expect(await limiters.acquire(requested)).toBe("admitted");
  expect(await limiters.acquire(requested)).toBe("busy");
  for (let i = 0; i < 10; i += 1) limiters.release(of("down"), ended(10, { isSuccess: false, isOverloaded: true }));
  expect(await limiters.acquire(of("down"))).toBe("busy");
  limiters.release(requested, ended(10, { isSuccess: false, isOverloaded: true }));
  expect(await limiters.acquire(requested)).toBe("admitted");
  // It answers, so the other deliveries start again.
  limiters.release(requested, ended(10));
  expect(await limiters.acquire(of("down"))).toBe("admitted");
});

test("a failing endpoint gets nothing for 30 s, then one probe, and after a success one attempt at a time", async () => {
  const { limiters, pass, ended } = openLimiters(10);
  await Promise.all(Array.from({ length: 10 }, () => limiters.acquire(of("down"))));
  const waiting = [limiters.acquire(of("down"))];
  for (let i = 0; i < 10; i += 1) limiters.release(of("down"), ended(10, { isSuccess: false, isOverloaded: true }));
  // The waiting delivery started when the first slot became free.
  limiters.release(of("down"), ended(10, { isSuccess: false, isOverloaded: true }));
  await settled(waiting);
  expect(await limiters.acquire(of("down"))).toBe("busy");
  expect(limiters.capacities()).toEqual([{ endpointId: "down", capacity: 0, canStartRequested: true }]);
  pass(30_001);
  expect(limiters.capacities()).toEqual([{ endpointId: "down", capacity: 1, canStartRequested: true }]);
  const probes = [limiters.acquire(of("down")), limiters.acquire(of("down"))];
  expect(await settled(probes)).toEqual(["admitted", "busy"]);
  limiters.release(of("down"), ended(10));
  const after = [limiters.acquire(of("down")), limiters.acquire(of("down"))];
  expect(await settled(after)).toEqual(["admitted", undefined]);
});

test("an endpoint with a rate has capacity for what may start within a second, minus the deliveries that wait", async () => {
  const { limiters } = openLimiters(10);
  const rateLimited = of("rate-limited", { ratePerSecond: 20 });
  // This process may use half of the rate.
  expect(limiters.capacityFor(rateLimited)).toBe(10);
  await settled([1, 2, 3, 4].map(() => limiters.acquire(rateLimited)));
  expect(limiters.capacityFor(rateLimited)).toBe(7);
  limiters.close();
  expect(limiters.capacityFor(rateLimited)).toBe(0);
});

test("closing turns away deliveries that wait and deliveries that come later", async () => {
  const { limiters } = openLimiters(1);
  const all = [limiters.acquire(of("one")), limiters.acquire(of("one"))];
  limiters.close();
  expect(await settled(all)).toEqual(["admitted", "closed"]);
  expect(await limiters.acquire(of("two"))).toBe("closed");
});

test("an endpoint with a rate gets its share of the rate, as evenly as the calls", async () => {
  const { limiters, pass, ended } = openLimiters(10);
  let started = 0;
  const arrive = () => {
    void limiters.acquire(of("rate-limited", { ratePerSecond: 100 })).then((admission) => {
      if (admission !== "admitted") return;
      started += 1;
      limiters.release(of("rate-limited"), ended(1));
    });
  };
  let mostAtOnce = 0;
  for (let round = 0; round < 500; round += 1) {
    if (round % 5 === 0) for (let i = 0; i < 10; i += 1) arrive();
    pass(20);
    const before = started;
    limiters.admitRateLimited();
    await new Promise((done) => setImmediate(done));
    mostAtOnce = Math.max(mostAtOnce, started - before);
  }
  // Half of 100/s, for ten seconds.
  expect(started).toBeGreaterThanOrEqual(499);
  expect(started).toBeLessThanOrEqual(501);
  expect(mostAtOnce).toBeLessThanOrEqual(2);
});

test("tryAcquire takes a free slot; a full limiter, a full pool and closed limiters have none", () => {
  const { limiters, ended, proveResponsive } = openLimiters(2, 3);
  const b = of("b", { workspaceId: "ws_2" });
  proveResponsive(of("a"), b);
  expect([limiters.tryAcquire(of("a")), limiters.tryAcquire(of("a")), limiters.tryAcquire(of("a"))]).toEqual([
    true,
    true,
    false,
  ]);
  expect([limiters.tryAcquire(b), limiters.tryAcquire(b)]).toEqual([true, false]);
  limiters.release(of("a"), ended(5));
  expect(limiters.tryAcquire(b)).toBe(true);
  limiters.release(b, ended(5));
  limiters.close();
  expect(limiters.tryAcquire(of("a"))).toBe(false);
});

test("a delivery that finds the pool full waits for capacity and is not turned away", async () => {
  const { limiters, ended, proveResponsive } = openLimiters(2, 2);
  proveResponsive(of("a"), of("b"), of("c"), of("d"));
  const first = [limiters.acquire(of("a")), limiters.acquire(of("b"))];
  expect(await settled(first)).toEqual(["admitted", "admitted"]);
  const late = [limiters.acquire(of("c")), limiters.acquire(of("d"))];
  expect(await settled(late)).toEqual([undefined, undefined]);
  limiters.release(of("a"), ended(5));
  expect(await settled(late)).toEqual(["admitted", undefined]);
  limiters.close();
  expect(await settled(late)).toEqual(["admitted", "closed"]);
});

test("waitForCapacity resolves when a quarter of the capacity is free, or after the timeout", async () => {
  const { limiters, ended, proveResponsive } = openLimiters(4, 4);
  const a = of("a");
  const b = of("b", { workspaceId: "ws_2" });
  proveResponsive(a, b);
  for (const request of [a, a, a, b]) limiters.tryAcquire(request);
  let hasResumed = false;
  const waiting = limiters.waitForCapacity(60_000).then(() => {
    hasResumed = true;
  });
  limiters.release(a, ended(5));
  await settled([]);
  expect(hasResumed).toBe(false);
  limiters.release(a, ended(5));
  await waiting;
  for (let i = 0; i < 2; i += 1) limiters.tryAcquire(a);
  await limiters.waitForCapacity(1);
});

test("failures from before an endpoint was changed do not count", () => {
  const { limiters, ended } = openLimiters();
  const attempt = (isSuccess: boolean, endpointVersion: string) => {
    expect(limiters.tryAcquire(of("changed"))).toBe(true);
    limiters.release(of("changed"), ended(5, { isSuccess, endpointVersion }));
  };
  for (let i = 0; i < 9; i += 1) attempt(false, "9");
  for (const isSuccess of [true, false, false]) attempt(isSuccess, "10");
  expect(limiters.blockedEndpoints()).toEqual([]);
});

test("an endpoint holds deliveries back while it is full, over its rate or blocked", () => {
  const { limiters, pass, ended } = openLimiters(1);
  const slow = of("slow");
  limiters.tryAcquire(slow);
  expect(limiters.heldBack()).toEqual([]);
  void limiters.acquire(slow);
  void limiters.acquire(slow);
  pass(2_000);
  expect(limiters.heldBack()).toEqual([{ workspaceId: "ws_1", endpointId: "slow" }]);
  const failing = of("failing");
  for (let n = 0; n < 10; n += 1) {
    limiters.tryAcquire(failing);
    limiters.release(failing, ended(5, { isSuccess: false }));
  }
  expect(limiters.heldBack().map(({ endpointId }) => endpointId)).toEqual(["slow", "failing"]);
});

test("a full process does not report its endpoints as holding deliveries back", () => {
  const { limiters } = openLimiters(1, 3);
  for (const id of ["a", "b", "c"]) limiters.tryAcquire(of(id));
  for (const id of ["a", "b", "c"]) void limiters.acquire(of(id));
  expect(limiters.heldBack()).toEqual([]);
});
