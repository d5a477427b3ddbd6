import { describe, expect, test } from "@jest/globals";
import { CHANGES_KEPT_MS, createChangedSubjects } from "./changed-subjects.js";

function setUp(subjectsMax?: number) {
  const state = { nowMs: 0 };
  const now = () => ({ monotonicMs: state.nowMs, wallMs: state.nowMs });
  return { state, changes: createChangedSubjects({ now, ...(subjectsMax !== undefined && { subjectsMax }) }) };
}

describe("changed subjects", () => {
  test("report what changed after a mark, for each subject", () => {
    const { changes } = setUp();
    changes.note(["a"]);
    const mark = changes.mark();
    changes.note(["b", "c"]);
    const since = (from: number) => ["a", "b", "c", "d"].filter((each) => changes.haveChangedSince(from, [each]));
    expect([since(0), since(mark), since(changes.mark())]).toEqual([["a", "b", "c"], ["b", "c"], []]);
    expect(changes.haveChangedSince(mark, ["a", "d", "c"])).toBe(true);
  });

  test("are remembered for ten minutes after the last change", () => {
    const { state, changes } = setUp();
    changes.note(["a", "b"]);
    state.nowMs = CHANGES_KEPT_MS - 1;
    expect(changes.haveChangedLately(["a"])).toBe(true);
    changes.note(["a"]);
    state.nowMs = CHANGES_KEPT_MS;
    expect([changes.haveChangedLately(["a"]), changes.haveChangedLately(["b"])]).toEqual([true, false]);
  });

  test("that exceed the limit are dropped safely: everything counts as possibly changed", () => {
    const { state, changes } = setUp(2);
    changes.note(["a"]);
    const mark = changes.mark();
    changes.note(["b", "c"]);
    expect([changes.haveChangedSince(mark - 1, ["x"]), changes.haveChangedSince(mark, ["x"])]).toEqual([true, false]);
    expect(changes.haveChangedLately(["x"])).toBe(true);
    state.nowMs = CHANGES_KEPT_MS;
    expect(changes.haveChangedLately(["x"])).toBe(false);
  });

  test("include every subject when more changed than could be listed", () => {
    const { changes } = setUp();
    const mark = changes.mark();
    changes.noteAll();
    expect([changes.haveChangedSince(mark, ["x"]), changes.haveChangedLately(["x"])]).toEqual([true, true]);
    expect(changes.haveChangedSince(changes.mark(), ["x"])).toBe(false);
  });
});
