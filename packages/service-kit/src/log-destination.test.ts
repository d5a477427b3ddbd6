import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "@jest/globals";
import { openLogDestination } from "./log-destination.js";
import { createLogger } from "./logger.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-log-"));
afterAll(() => rmSync(folder, { recursive: true }));

const LINES = 200;

test("a process whose standard output is full continues, and ends by itself", async () => {
  const program = `
    import { createLogger } from ${JSON.stringify(fileURLToPath(new URL("logger.ts", import.meta.url)))};
    const logger = createLogger({ service: "test", level: "info" });
    for (let i = 0; i < ${LINES}; i += 1) {
      logger.info({ i }, "x".repeat(10_000));
      await new Promise(setImmediate);
    }
    process.stderr.write("went on");
    logger.flush(() => process.exit(0));`;
  // Every write to /dev/full fails with ENOSPC.
  const child = spawn(
    process.execPath,
    ["--import", "tsx", "--conditions=skucast-source", "--input-type=module", "-e", program],
    {
      stdio: ["ignore", openSync("/dev/full", "w"), "pipe"],
      cwd: fileURLToPath(new URL(".", import.meta.url)),
    },
  );
  let told = "";
  child.stderr?.on("data", (chunk) => {
    told += String(chunk);
  });
  const [code] = await once(child, "exit");
  expect({ told, code }).toEqual({ told: "went on", code: 0 });
});

test("a file receives every line and is closed", async () => {
  const path = join(folder, "a.log");
  for (let round = 0; round < 2; round += 1) {
    const log = openLogDestination({ path });
    for (let i = 0; i < LINES; i += 1) log.write(`${round}-${i}\n`);
    await log.close();
  }
  expect(readFileSync(path, "utf8").trimEnd().split("\n")).toHaveLength(2 * LINES);
});

test("a destination that cannot be opened or written can be closed", async () => {
  const log = openLogDestination({ path: "/dev/full" });
  log.write("lost\n");
  await log.close();
});

test("a line that is written after the destination was closed is dropped", async () => {
  const path = join(folder, "closed.log");
  const log = openLogDestination({ path });
  const logger = createLogger({ service: "test", level: "info", destination: log });
  logger.info("before");
  const closing = log.close();
  logger.info("while closing");
  await closing;
  logger.info("after");
  expect(readFileSync(path, "utf8").match(/before|while closing|after/g)).toEqual(["before"]);
});
