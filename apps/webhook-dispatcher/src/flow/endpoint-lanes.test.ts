import { expect, test } from "@jest/globals";
import { createEndpointLanes, type Entrant } from "./endpoint-lanes.js";
import type { Admission, LaneEnd } from "./lane.js";

const of = (endpointId: string, more: Partial<Entrant> = {}): Entrant => ({ workspaceId: "ws_1", endpointId, ...more });

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
    ...{ startedAtMs: nowMs - tookMs, isGood: true, isPushedBack: false, endpointVersion: "1" },
    ...end,
  });
  /** Makes endpoints ones that have shown that they answer. */
  const prove = (...entrants: readonly Entrant[]) => {
    for (const entrant of entrants) {
      lanes.tryEnter(entrant);
      lanes.leave(entrant, ended(5));
    }
  };
  return { lanes, pass, ended, prove };
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
  const slow = [1, 2, 3, 4].map(() => lanes.enter(of("slow")));
  expect(await settled(slow)).toEqual(["entered", "entered", undefined, undefined]);
  expect(await lanes.enter(of("quick"))).toBe("entered");
  lanes.leave(of("slow"), ended(5));
  expect(await settled(slow)).toEqual(["entered", "entered", "entered", undefined]);
});

test("an endpoint that answers within milliseconds keeps everybody waiting, however many", async () => {
  const { lanes, pass, ended, prove } = openLanes(2);
  prove(of("quick"));
  const all = Array.from({ length: 400 }, () => lanes.enter(of("quick")));
  pass(4);
  lanes.leave(of("quick"), ended(4));
  pass(1);
  lanes.shed();
  expect(countOf(await settled(all), "busy")).toBe(0);
});

test("as many wait as can begin within a second; the rest is sent away, and so are those who come", async () => {
  const { lanes, pass, ended } = openLanes(10);
  const all = Array.from({ length: 100 }, () => lanes.enter(of("slow")));
  pass(250);
  lanes.leave(of("slow"), ended(250));
  lanes.shed();
  // Ten places and four rounds in a second: forty wait.
  expect(countOf(await settled(all), "busy")).toBe(100 - 11 - 40);
  expect(await lanes.enter(of("slow"))).toBe("busy");
});

test("a single change goes before bulk changes that wait, and these are sent away first", async () => {
  const { lanes, pass, ended, prove } = openLanes(1);
  prove(of("slow"));
  void lanes.enter(of("slow"));
  const bulk = [1, 2, 3].map(() => lanes.enter(of("slow", { isBulk: true })));
  const single = [1, 2].map(() => lanes.enter(of("slow")));
  lanes.leave(of("slow"), ended(5));
  expect(await settled([...single, ...bulk])).toEqual(["entered", ...[undefined, undefined, undefined, undefined]]);
  pass(10_000); // nothing has come back: two may wait
  lanes.shed();
  expect(await settled([...single, ...bulk])).toEqual(["entered", undefined, undefined, "busy", "busy"]);
  lanes.leave(of("slow"), ended(5));
  lanes.leave(of("slow"), ended(5));
  expect(await settled([...single, ...bulk])).toEqual(["entered", "entered", "entered", "busy", "busy"]);
});

test("bulk changes of a workspace have room until half of what may wait for its quickest endpoint does, and in portions", async () => {
  const { lanes, ended, prove } = openLanes(1);
  expect(lanes.bulkRoomOf("ws_1")).toBe(Number.POSITIVE_INFINITY); // nothing is known
  prove(of("quick"), of("other", { workspaceId: "ws_2" }));
  const room = lanes.bulkRoomOf("ws_1");
  expect(room).toBe(101); // of the two hundred that begin within a second, and the free place
  const enter = (count: number) => Array.from({ length: count }, () => lanes.enter(of("quick", { isBulk: true })));
  void enter(52);
  expect(lanes.bulkRoomOf("ws_1")).toBe(0);
  lanes.leave(of("quick"), ended(5));
  expect(lanes.bulkRoomOf("ws_1")).toBeGreaterThanOrEqual(50);
  expect(lanes.bulkRoomOf("ws_2")).toBe(room);
});

test("an endpoint from which nothing comes back sends all but two away", async () => {
  const { lanes, pass } = openLanes(1);
  const all = Array.from({ length: 100 }, () => lanes.enter(of("hanging")));
  pass(1_001);
  lanes.shed();
  expect(countOf(await settled(all), "busy")).toBe(97);
  expect(await lanes.enter(of("hanging"))).toBe("busy");
});

/** Takes as many places as there are for endpoints of the workspace, and leaves none of them; answers how many. */
function crowd({ lanes }: ReturnType<typeof openLanes>, workspaceId: string, name: string, endpointCount = 50): number {
  const entrants = Array.from({ length: endpointCount * 10 }, (_, i) =>
    of(`${name}-${i % endpointCount}`, { workspaceId }),
  );
  return entrants.filter((entrant) => lanes.tryEnter(entrant)).length;
}

test("endpoints that have not shown that they answer share half of the window, workspace by workspace", () => {
  const house = openLanes(10, 100);
  const held = ["ws_a", "ws_b", "ws_c"].map((workspaceId) => crowd(house, workspaceId, workspaceId));
  // Twice what is free of fifty: two thirds, and then two thirds of the rest.
  expect(held).toEqual([34, 11, 4]);
  // However little is free, each workspace has one.
  expect(crowd(house, "ws_d", "ws_d")).toBe(1);
  expect(house.lanes.rooms().filter(({ room }) => room > 0)).toEqual([]);
});

test("whoever makes new endpoints again and again holds no more places than with the first ones", () => {
  const house = openLanes(10, 100);
  const held = [1, 2, 3, 4].map((round) => crowd(house, "ws_a", `made-${round}`));
  expect(held).toEqual([34, 0, 0, 0]);
});

test("endpoints that hang are no obstacle to those that answer, known or new", async () => {
  const house = openLanes(10, 100);
  const { lanes, pass, ended, prove } = house;
  const known = of("known", { workspaceId: "ws_good" });
  prove(known);
  for (const workspaceId of ["ws_a", "ws_b"]) crowd(house, workspaceId, workspaceId);
  pass(1_500);
  expect(await lanes.enter(of("ws_a-0", { workspaceId: "ws_a" }))).toBe("busy");
  expect(await settled(Array.from({ length: 10 }, () => lanes.enter(known)))).toEqual(Array(10).fill("entered"));
  const fresh = of("new", { workspaceId: "ws_good" });
  expect(await lanes.enter(fresh)).toBe("entered");
  lanes.leave(fresh, ended(5));
  expect(countOf(await settled(Array.from({ length: 10 }, () => lanes.enter(fresh))), "entered")).toBe(10);
});

test("endpoints that answered and hang then leave places to other workspaces, and the window roomy", async () => {
  const house = openLanes(10, 100);
  const { lanes, pass, prove } = house;
  for (const workspaceId of ["ws_a", "ws_b"]) {
    prove(...Array.from({ length: 50 }, (_, i) => of(`${workspaceId}-${i}`, { workspaceId })));
  }
  // Twice what is free of a hundred.
  expect(["ws_a", "ws_b"].map((workspaceId) => crowd(house, workspaceId, workspaceId))).toEqual([67, 22]);
  pass(1_500);
  lanes.shed();
  expect(await lanes.enter(of("other", { workspaceId: "ws_c" }))).toBe("entered");
  await lanes.roomy(60_000);
});

test("those who wait at endpoints that answered and hang then leave places in which others begin", async () => {
  const { lanes, pass, prove } = openLanes(10, 100);
  const workspaces = ["ws_a", "ws_b", "ws_c", "ws_d"];
  const entrants = workspaces.flatMap((workspaceId) =>
    Array.from({ length: 20 }, (_, i) => of(`${workspaceId}-${i}`, { workspaceId })),
  );
  prove(...entrants);
  const all = [1, 2, 3, 4].flatMap(() => entrants.map((entrant) => lanes.enter(entrant)));
  pass(1_500);
  lanes.shed();
  // Four workspaces have about eight ninths of the places under way, and nobody waits in the last ones.
  expect(countOf(await settled(all), "entered")).toBeLessThanOrEqual(91);
  expect(await lanes.enter(of("other", { workspaceId: "ws_e" }))).toBe("entered");
});

test("of one workspace five that somebody asked for are under way beside its share, and others have theirs", async () => {
  const { lanes, ended } = openLanes(10);
  const asked = (i: number, workspaceId = "ws_1") => of(`${workspaceId}-${i}`, { workspaceId, isAsked: true });
  const answers = await Promise.all(Array.from({ length: 7 }, (_, i) => lanes.enter(asked(i))));
  expect([countOf(answers, "entered"), countOf(answers, "busy")]).toEqual([5, 2]);
  expect(lanes.rooms().every(({ mayAsk }) => !mayAsk)).toBe(true);
  expect(await lanes.enter(asked(0, "ws_2"))).toBe("entered");
  lanes.leave(asked(0), ended(5));
  expect(await lanes.enter(asked(6))).toBe("entered");
});

test("an attempt that somebody asked for goes out at once, one at a time, though the lane is full or kept shut", async () => {
  const { lanes, ended } = openLanes(10);
  for (let i = 0; i < 10; i += 1) lanes.tryEnter(of("down"));
  const asked = of("down", { isAsked: true });
  expect(await lanes.enter(asked)).toBe("entered");
  expect(await lanes.enter(asked)).toBe("busy");
  for (let i = 0; i < 10; i += 1) lanes.leave(of("down"), ended(10, { isGood: false, isPushedBack: true }));
  expect(await lanes.enter(of("down"))).toBe("busy");
  lanes.leave(asked, ended(10, { isGood: false, isPushedBack: true }));
  expect(await lanes.enter(asked)).toBe("entered");
  // It answers: what had been kept back goes out again.
  lanes.leave(asked, ended(10));
  expect(await lanes.enter(of("down"))).toBe("entered");
});

test("an endpoint that fails gets nothing for 30 s, then one probe, and after its answer one at a time", async () => {
  const { lanes, pass, ended } = openLanes(10);
  await Promise.all(Array.from({ length: 10 }, () => lanes.enter(of("down"))));
  const waiting = [lanes.enter(of("down"))];
  for (let i = 0; i < 10; i += 1) lanes.leave(of("down"), ended(10, { isGood: false, isPushedBack: true }));
  // The one who waited began when the first place became free.
  lanes.leave(of("down"), ended(10, { isGood: false, isPushedBack: true }));
  await settled(waiting);
  expect(await lanes.enter(of("down"))).toBe("busy");
  expect(lanes.rooms()).toEqual([{ endpointId: "down", room: 0, mayAsk: true }]);
  pass(30_001);
  expect(lanes.rooms()).toEqual([{ endpointId: "down", room: 1, mayAsk: true }]);
  const probes = [lanes.enter(of("down")), lanes.enter(of("down"))];
  expect(await settled(probes)).toEqual(["entered", "busy"]);
  lanes.leave(of("down"), ended(10));
  const after = [lanes.enter(of("down")), lanes.enter(of("down"))];
  expect(await settled(after)).toEqual(["entered", undefined]);
});

test("an endpoint with a rate has room for what may begin within a second, and for nobody beside those who wait", async () => {
  const { lanes } = openLanes(10);
  const paced = of("paced", { ratePerSecond: 20 });
  // Half of the rate is ours.
  expect(lanes.roomFor(paced)).toBe(10);
  await settled([1, 2, 3, 4].map(() => lanes.enter(paced)));
  expect(lanes.roomFor(paced)).toBe(7);
  lanes.close();
  expect(lanes.roomFor(paced)).toBe(0);
});

test("closing sends away those who wait and those who come", async () => {
  const { lanes } = openLanes(1);
  const all = [lanes.enter(of("one")), lanes.enter(of("one"))];
  lanes.close();
  expect(await settled(all)).toEqual(["entered", "closed"]);
  expect(await lanes.enter(of("two"))).toBe("closed");
});

test("an endpoint with a rate gets its share of it, as even as the looks are", async () => {
  const { lanes, pass, ended } = openLanes(10);
  let begun = 0;
  const come = () => {
    void lanes.enter(of("paced", { ratePerSecond: 100 })).then((admission) => {
      if (admission !== "entered") return;
      begun += 1;
      lanes.leave(of("paced"), ended(1));
    });
  };
  let mostAtOnce = 0;
  for (let look = 0; look < 500; look += 1) {
    if (look % 5 === 0) for (let i = 0; i < 10; i += 1) come();
    pass(20);
    const before = begun;
    lanes.letInPaced();
    await new Promise((done) => setImmediate(done));
    mostAtOnce = Math.max(mostAtOnce, begun - before);
  }
  // Half of a hundred a second, for ten seconds.
  expect(begun).toBeGreaterThanOrEqual(499);
  expect(begun).toBeLessThanOrEqual(501);
  expect(mostAtOnce).toBeLessThanOrEqual(2);
});

test("a free place may be taken without waiting; a full lane, a full window and a closed house have none", () => {
  const { lanes, ended, prove } = openLanes(2, 3);
  const b = of("b", { workspaceId: "ws_2" });
  prove(of("a"), b);
  expect([lanes.tryEnter(of("a")), lanes.tryEnter(of("a")), lanes.tryEnter(of("a"))]).toEqual([true, true, false]);
  expect([lanes.tryEnter(b), lanes.tryEnter(b)]).toEqual([true, false]);
  lanes.leave(of("a"), ended(5));
  expect(lanes.tryEnter(b)).toBe(true);
  lanes.leave(b, ended(5));
  lanes.close();
  expect(lanes.tryEnter(of("a"))).toBe(false);
});

test("whoever finds the window full waits for room in it, and is not sent back", async () => {
  const { lanes, ended, prove } = openLanes(2, 2);
  prove(of("a"), of("b"), of("c"), of("d"));
  const first = [lanes.enter(of("a")), lanes.enter(of("b"))];
  expect(await settled(first)).toEqual(["entered", "entered"]);
  const late = [lanes.enter(of("c")), lanes.enter(of("d"))];
  expect(await settled(late)).toEqual([undefined, undefined]);
  lanes.leave(of("a"), ended(5));
  expect(await settled(late)).toEqual(["entered", undefined]);
  lanes.close();
  expect(await settled(late)).toEqual(["entered", "closed"]);
});

test("the window is roomy when a quarter of it is free, or when that takes too long", async () => {
  const { lanes, ended, prove } = openLanes(4, 4);
  const [a, b] = [of("a"), of("b", { workspaceId: "ws_2" })];
  prove(a, b);
  for (const entrant of [a, a, a, b]) lanes.tryEnter(entrant);
  let isRoomy = false;
  const roomy = lanes.roomy(60_000).then(() => {
    isRoomy = true;
  });
  lanes.leave(a, ended(5));
  await settled([]);
  expect(isRoomy).toBe(false);
  lanes.leave(a, ended(5));
  await roomy;
  for (let i = 0; i < 2; i += 1) lanes.tryEnter(a);
  await lanes.roomy(1);
});

test("what failed before an endpoint was changed is not held against it", () => {
  const { lanes, ended } = openLanes();
  const attempt = (isGood: boolean, endpointVersion: string) => {
    expect(lanes.tryEnter(of("mended"))).toBe(true);
    lanes.leave(of("mended"), ended(5, { isGood, endpointVersion }));
  };
  for (let i = 0; i < 9; i += 1) attempt(false, "9");
  for (const isGood of [true, false, false]) attempt(isGood, "10");
  expect(lanes.shut()).toEqual([]);
});

test("an endpoint holds deliveries back while it is full, over its rate or shut, and not while this process has its hands full", () => {
  const { lanes, pass, ended } = openLanes(1);
  const slow = of("slow");
  lanes.tryEnter(slow);
  expect(lanes.heldBack()).toEqual([]);
  void lanes.enter(slow);
  void lanes.enter(slow);
  pass(2_000);
  expect(lanes.heldBack()).toEqual([{ workspaceId: "ws_1", endpointId: "slow" }]);
  const shut = of("shut");
  for (let n = 0; n < 10; n += 1) {
    lanes.tryEnter(shut);
    lanes.leave(shut, ended(5, { isGood: false }));
  }
  expect(lanes.heldBack().map(({ endpointId }) => endpointId)).toEqual(["slow", "shut"]);
});

test("a process whose window is full does not take that for its endpoints' delay", () => {
  const { lanes } = openLanes(1, 3);
  for (const id of ["a", "b", "c"]) lanes.tryEnter(of(id));
  for (const id of ["a", "b", "c"]) void lanes.enter(of(id));
  expect(lanes.heldBack()).toEqual([]);
});
