import { expect, test } from "@jest/globals";
import { LIMITS } from "@skucast/contracts/limits";
import { FileFault } from "../file-fault.js";
import { readXml } from "./read-xml.js";

const START = "<rss><channel><item><id>A</id></item>";

/** How many pieces are read before the file is rejected. */
async function readUntilError(piece: string, begin = ""): Promise<{ piecesRead: number; error: unknown }> {
  let piecesRead = 0;
  async function* chunks(): AsyncGenerator<Buffer> {
    yield Buffer.from(START + begin);
    for (; piecesRead < 1_000; piecesRead += 1) yield Buffer.from(piece);
  }
  try {
    for await (const _rows of readXml(chunks(), { delimiter: "," }));
  } catch (error) {
    return { piecesRead, error };
  }
  return { piecesRead, error: undefined };
}

test.each([
  ["text between items", "a".repeat(100_000), ""],
  ["a comment", "a".repeat(100_000), "<!-- "],
  ["an attribute", "a".repeat(100_000), '<x y="'],
  ["a name", "a".repeat(100_000), "<"],
  ["an item", "<b>c</b>".repeat(10_000), "<item>"],
  ["elements within elements", "<a>", ""],
])("%s without an end is rejected before it fills the memory", async (_what, piece, begin) => {
  const { piecesRead, error } = await readUntilError(piece, begin);
  expect(error).toBeInstanceOf(FileFault);
  expect(piecesRead * piece.length).toBeLessThanOrEqual(1.2 * LIMITS.importRowBytesMax);
  expect(piecesRead).toBeLessThan(20);
});
