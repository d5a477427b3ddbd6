import { expect, test } from "@jest/globals";
import { decidePortion, PORTION_MAX, PORTION_MIN } from "./decide-portion.js";

const last = { size: 40, waiting: 0, delivered: 0, failed: 0, tookMs: 1_000 };

test.each([
  ["waits while one of the last portion was not attempted", { ...last, waiting: 1, delivered: 39 }, undefined],
  ["stays when nothing was found to send", last, 40],
  ["doubles when all got through", { ...last, delivered: 40 }, 80],
  ["doubles when nine of ten got through", { ...last, delivered: 36, failed: 4 }, 80],
  ["halves when more than one of ten failed", { ...last, delivered: 35, failed: 5 }, 20],
  ["stays when it took longer than a second", { ...last, delivered: 40, tookMs: 1_001 }, 40],
  ["goes no lower", { ...last, size: PORTION_MIN, failed: 10 }, PORTION_MIN],
  ["goes no higher", { ...last, size: PORTION_MAX, delivered: PORTION_MAX }, PORTION_MAX],
])("a portion %s", (_, portion, size) => expect(decidePortion(portion)).toBe(size));
