import { expect, test } from "@jest/globals";
import { createEndpointLanes } from "./endpoint-lanes.js";
import type { Admission, LaneEnd } from "./lane.js";

function openLanes(inFlightMax = 2, windowMax = 500) {
  let nowMs = 1_000_000;
  const lanes = createEndpointLanes({
    inFlightMax: () => inFlightMax,
    ...{ windowMax, shareOfRate: () => 0.5 },
    clock: { now: () => new Date(nowMs) },
  });
  const pass = (ms: number) => {
    nowMs += ms;
  };
  /** An attempt that took so long. */
  const ended = (tookMs: number, end: Partial<LaneEnd> = {}): LaneEnd => ({
    ...{ startedAtMs: nowMs - tookMs, isGood: true, isPushedBack: false },
    ...end,
  });
  return { lanes, pass, ended };
}

/** Admissions that have been settled by now, in order of arrival; undefined for those who wait. */
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

test("an endpoint's surplus waits its turn, and other endpoints do not", async () => {
  const { lanes, ended } = openLanes();
  const slow = [1, 2, 3, 4].map(() => lanes.enter("slow"));
  expect(await settled(slow)).toEqual(["entered", "entered", undefined, undefined]);
  expect(await lanes.enter("quick")).toBe("entered");
  lanes.leave("slow", ended(5));
  expect(await settled(slow)).toEqual(["entered", "entered", "entered", undefined]);
});

test("an endpoint that answers within milliseconds keeps everybody waiting, however many", async () => {
  const { lanes, pass, ended } = openLanes(2);
  const all = Array.from({ length: 400 }, () => lanes.enter("quick"));
  pass(4);
  lanes.leave("quick", ended(4));
  pass(1);
  lanes.shed();
  expect(countOf(await settled(all), "busy")).toBe(0);
});

test("as many wait as can begin within a second; the rest is sent away, and so are those who come", async () => {
  const { lanes, pass, ended } = openLanes(10);
  const all = Array.from({ length: 100 }, () => lanes.enter("slow"));
  pass(250);
  lanes.leave("slow", ended(250));
  lanes.shed();
  // Ten places and four rounds in a second: forty wait.
  expect(countOf(await settled(all), "busy")).toBe(100 - 11 - 40);
  expect(await lanes.enter("slow")).toBe("busy");
});

test("an endpoint from which nothing comes back sends all but two away", async () => {
  const { lanes, pass } = openLanes(1);
  const all = Array.from({ length: 100 }, () => lanes.enter("hanging"));
  pass(1_001);
  lanes.shed();
  expect(countOf(await settled(all), "busy")).toBe(97);
  expect(await lanes.enter("hanging")).toBe("busy");
});

test("slow endpoints together fill half of the window, and the other half is for those who answer", async () => {
  const { lanes, pass } = openLanes(10, 100);
  const hanging = Array.from({ length: 60 }, (_, i) => lanes.enter(`hanging-${i % 6}`));
  expect(countOf(await settled(hanging), "entered")).toBe(60);
  pass(1_500);
  expect(await lanes.enter("hanging-0")).toBe("busy");
  expect(await lanes.enter("quick")).toBe("entered");
});

test("an endpoint that fails gets nothing for 30 s, then one probe, and after its answer one at a time", async () => {
  const { lanes, pass, ended } = openLanes(10);
  await Promise.all(Array.from({ length: 10 }, () => lanes.enter("down")));
  const waiting = [lanes.enter("down")];
  for (let i = 0; i < 10; i += 1) lanes.leave("down", ended(10, { isGood: false, isPushedBack: true }));
  // The one who waited began when the first place became free.
  lanes.leave("down", ended(10, { isGood: false, isPushedBack: true }));
  await settled(waiting);
  expect(await lanes.enter("down")).toBe("busy");
  expect(lanes.rooms()).toEqual([{ endpointId: "down", room: 0 }]);
  pass(30_001);
  expect(lanes.rooms()).toEqual([{ endpointId: "down", room: 1 }]);
  const probes = [lanes.enter("down"), lanes.enter("down")];
  expect(await settled(probes)).toEqual(["entered", "busy"]);
  lanes.leave("down", ended(10));
  const after = [lanes.enter("down"), lanes.enter("down")];
  expect(await settled(after)).toEqual(["entered", undefined]);
});

test("closing sends away those who wait and those who come", async () => {
  const { lanes } = openLanes(1);
  const all = [lanes.enter("one"), lanes.enter("one")];
  lanes.close();
  expect(await settled(all)).toEqual(["entered", "closed"]);
  expect(await lanes.enter("two")).toBe("closed");
});

test("an endpoint with a rate gets its share of it, as even as the looks are", async () => {
  const { lanes, pass, ended } = openLanes(10);
  let begun = 0;
  const come = () => {
    void lanes.enter("paced", 20).then((admission) => {
      if (admission !== "entered") return;
      begun += 1;
      lanes.leave("paced", ended(1));
    });
  };
  for (let tenth = 0; tenth < 100; tenth += 1) {
    for (let i = 0; i < 10; i += 1) come();
    pass(100);
    lanes.shed();
    await new Promise((done) => setImmediate(done));
  }
  // Half of twenty a second, for ten seconds.
  expect(begun).toBeGreaterThanOrEqual(99);
  expect(begun).toBeLessThanOrEqual(101);
});

test("a free place may be taken without waiting; a full lane, a full window and a closed house have none", () => {
  const { lanes, ended } = openLanes(2, 3);
  expect([lanes.tryEnter("a"), lanes.tryEnter("a"), lanes.tryEnter("a")]).toEqual([true, true, false]);
  expect([lanes.tryEnter("b"), lanes.tryEnter("b")]).toEqual([true, false]);
  lanes.leave("a", ended(5));
  expect(lanes.tryEnter("b")).toBe(true);
  lanes.leave("b", ended(5));
  lanes.close();
  expect(lanes.tryEnter("a")).toBe(false);
});

test("whoever finds the window full waits for room in it, and is not sent back", async () => {
  const { lanes, ended } = openLanes(2, 2);
  const first = [lanes.enter("a"), lanes.enter("b")];
  expect(await settled(first)).toEqual(["entered", "entered"]);
  const late = [lanes.enter("c"), lanes.enter("d")];
  expect(await settled(late)).toEqual([undefined, undefined]);
  lanes.leave("a", ended(5));
  expect(await settled(late)).toEqual(["entered", undefined]);
  lanes.close();
  expect(await settled(late)).toEqual(["entered", "closed"]);
});

test("slow endpoints take no free place of theirs in the second half of the window, which stays roomy", async () => {
  const { lanes, ended } = openLanes(10, 100);
  const slow = Array.from({ length: 8 }, (_, i) => `slow-${i}`);
  for (const id of slow) {
    lanes.tryEnter(id);
    lanes.leave(id, ended(1_500));
  }
  const taken = slow.flatMap((id) => Array.from({ length: 10 }, () => lanes.tryEnter(id)));
  expect(taken.filter((isTaken) => isTaken)).toHaveLength(50);
  expect(lanes.tryEnter("quick")).toBe(true);
  let isRoomy = false;
  void lanes.roomy(60_000).then(() => {
    isRoomy = true;
  });
  await settled([]);
  expect(isRoomy).toBe(true);
});

test("the window is roomy when a quarter of it is free, or when that takes too long", async () => {
  const { lanes, ended } = openLanes(4, 4);
  for (let i = 0; i < 4; i += 1) lanes.tryEnter("a");
  let isRoomy = false;
  const roomy = lanes.roomy(60_000).then(() => {
    isRoomy = true;
  });
  lanes.leave("a", ended(5));
  await settled([]);
  expect(isRoomy).toBe(false);
  lanes.leave("a", ended(5));
  await roomy;
  for (let i = 0; i < 2; i += 1) lanes.tryEnter("a");
  await lanes.roomy(1);
});
