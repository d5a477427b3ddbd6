import { expect, test } from "@jest/globals";
import { barOf, createProgressBar } from "./progress-bar.js";

test.each([
  [0, "[------------------------------]   0 %  x"],
  [49.9, "[###############---------------]  49 %  x"],
  [100, "[##############################] 100 %  x"],
])("%p percent", (percent, line) => {
  expect(barOf(percent, "x")).toBe(line);
});

test("prints nothing without a terminal, and never more than the width of the terminal", () => {
  const written: string[] = [];
  const write = (text: string) => written.push(text);
  createProgressBar({ write }).show(50, "x");
  expect(written).toEqual([]);
  createProgressBar({ write, isTTY: true, columns: 20 }).show(50, "x".repeat(100));
  expect(written).toEqual([`\r\u001b[2K${barOf(50, "").slice(0, 19)}`]);
});
