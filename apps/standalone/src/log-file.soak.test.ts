import { readFileSync } from "node:fs";
import { afterAll, expect, test } from "@jest/globals";
import { eventually } from "@skucast/testkit/eventually";
import { mountVolume } from "@skucast/testkit/mount-volume";
import { openDataFolder } from "./data-folder.js";
import { openLogFile } from "./log-file.js";

const LINES = 100;
const disk = mountVolume(1);
afterAll(() => disk.unmount());

test("lines that a full disk could not take are written in order once there is space", async () => {
  const { path, destination: log, close } = openLogFile(openDataFolder(disk.path));
  const linesOf = () => readFileSync(path, "utf8").split("\n").filter(Boolean);
  log.write("first\n");
  await eventually(() => linesOf().length === 1);
  disk.fill();
  for (let i = 0; i < LINES; i += 1) {
    log.write(`${i} ${"x".repeat(1_000)}\n`);
    await new Promise(setImmediate);
  }
  disk.makeRoom();
  log.write("last\n");
  // A write that failed before there was room is retried with the next line, and this one may have come before the failure.
  await eventually(() => {
    log.write("later\n");
    return linesOf().includes("last");
  });
  const written = linesOf().map((line) => line.split(" ")[0]);
  expect(written.filter((name) => name !== "later")).toEqual([
    "first",
    ...Array.from({ length: LINES }, (_, i) => `${i}`),
    "last",
  ]);
  await close();
});
