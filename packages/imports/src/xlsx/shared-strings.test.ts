import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "@jest/globals";
import { createPartParser } from "./parse-part.js";
import { createSharedStrings } from "./shared-strings.js";

const CHUNK_BYTES = 65_536;
const CHUNKS = 1_000;

function usedBytes(): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  return process.memoryUsage().heapUsed;
}

test.each([
  ["a comment", (padding: string) => `<!--${padding}-->`],
  ["a phonetic reading", (padding: string) => `<si><rPh><t>${padding}</t></rPh><t>short</t></si>`],
])("do not keep %s next to them in memory", (_title, around) => {
  const { texts, handler } = createSharedStrings();
  const parser = createPartParser(handler);
  const before = usedBytes();
  parser.write("<sst>");
  for (let n = 0; n < CHUNKS; n += 1) {
    const text = `<si><t>a text that is not short ${n}</t></si>`;
    parser.write(`${text}${around(String(n).padEnd(CHUNK_BYTES - text.length, "x"))}`);
  }
  parser.write("</sst>");
  expect(usedBytes() - before).toBeLessThan((CHUNK_BYTES * CHUNKS) / 10);
  expect(texts).toContain(`a text that is not short ${CHUNKS - 1}`);
});
