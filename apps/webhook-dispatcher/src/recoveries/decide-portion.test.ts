import { expect, test } from "@jest/globals";
import { decidePortion, PORTION_MAX, PORTION_MIN } from "./decide-portion.js";

const last = { size: 40, waiting: 0, delivered: 0, failed: 0, tookMs: 1_000 };

test.each([
  [
    "waits while more than an eighth of the last one has not been attempted",
    { ...last, waiting: 6, delivered: 34 },
    undefined,
  ],
  ["waits for a few deliveries if there are no others", { ...last, waiting: 3, delivered: 1 }, undefined],
  ["comes when an eighth is left", { ...last, waiting: 5, delivered: 35 }, 80],
  ["keeps its size when nothing was sent", last, 40],
  ["doubles when all succeeded", { ...last, delivered: 40 }, 80],
  ["doubles when nine of ten succeeded", { ...last, delivered: 36, failed: 4 }, 80],
  ["halves when more than one of ten failed", { ...last, delivered: 35, failed: 5 }, 20],
  ["keeps its size when it took longer than a second", { ...last, delivered: 40, tookMs: 1_001 }, 40],
  ["has a minimum", { ...last, size: PORTION_MIN, failed: 10 }, PORTION_MIN],
  ["has a maximum", { ...last, size: PORTION_MAX, delivered: PORTION_MAX }, PORTION_MAX],
])("a portion %s", (_, portion, size) => expect(decidePortion(portion)).toBe(size));
