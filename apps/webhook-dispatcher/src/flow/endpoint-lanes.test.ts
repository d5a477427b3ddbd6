import { expect, test } from "@jest/globals";
import { type Admission, createEndpointLanes } from "./endpoint-lanes.js";

function openLanes(inFlightMax = 2) {
  let nowMs = 0;
  const lanes = createEndpointLanes({ inFlightMax, clock: { now: () => new Date(nowMs) } });
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { lanes, pass };
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

test("an endpoint's surplus waits its turn, and other endpoints do not", async () => {
  const { lanes } = openLanes();
  const slow = [1, 2, 3, 4].map(() => lanes.enter("slow"));
  expect(await settled(slow)).toEqual(["entered", "entered", undefined, undefined]);
  expect(await lanes.enter("quick")).toBe("entered");
  lanes.leave("slow");
  expect(await settled(slow)).toEqual(["entered", "entered", "entered", undefined]);
});

test("an endpoint that moves keeps everybody waiting, however many", async () => {
  const { lanes, pass } = openLanes(1);
  const all = Array.from({ length: 100 }, () => lanes.enter("quick"));
  pass(900);
  lanes.leave("quick");
  pass(900);
  lanes.shed();
  expect((await settled(all)).filter((answer) => answer === "busy")).toHaveLength(0);
});

test("an endpoint that does not move sends all but a few away", async () => {
  const { lanes, pass } = openLanes(1);
  const all = Array.from({ length: 100 }, () => lanes.enter("hanging"));
  pass(1_001);
  lanes.shed();
  expect((await settled(all)).filter((answer) => answer === "busy")).toHaveLength(89);
  expect(await lanes.enter("hanging")).toBe("busy");
});

test("closing sends away those who wait and those who come", async () => {
  const { lanes } = openLanes(1);
  const all = [lanes.enter("one"), lanes.enter("one")];
  lanes.close();
  expect(await settled(all)).toEqual(["entered", "closed"]);
  expect(await lanes.enter("two")).toBe("closed");
});
