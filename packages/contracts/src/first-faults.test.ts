import { expect, test } from "@jest/globals";
import { FAULTS_MAX, firstFaults } from "./first-faults.js";

const faultAt = (pointer: string) => ({ pointer, code: "invalid", message: "is wrong" });

test("the errors keep the order of the items", () => {
  const faults = firstFaults(["a", "b", "c"], (item, index) => (item === "b" ? [] : [faultAt(`/${index}`)]));
  expect(faults.map(({ pointer }) => pointer)).toEqual(["/0", "/2"]);
});

test("no item is checked after the last error that is reported", () => {
  let checked = 0;
  const faults = firstFaults(Array(10_000).fill(0), () => {
    checked += 1;
    return [faultAt("/a"), faultAt("/b"), faultAt("/c")];
  });
  expect(faults).toHaveLength(FAULTS_MAX);
  expect(checked).toBe(Math.ceil(FAULTS_MAX / 3));
});
