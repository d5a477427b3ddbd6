import { expect, test } from "@jest/globals";
import { LIMITS } from "@skucast/contracts/limits";
import { FileFault } from "../file-fault.js";
import { readXml } from "./read-xml.js";

const START = "<rss><channel><item><id>A</id></item>";

/** How many pieces are taken in before the file is refused; at the end at the latest. */
async function takenOf(piece: string, begin = ""): Promise<{ taken: number; error: unknown }> {
  let taken = 0;
  async function* chunks(): AsyncGenerator<Buffer> {
    yield Buffer.from(START + begin);
    for (; taken < 1_000; taken += 1) yield Buffer.from(piece);
  }
  try {
    for await (const _rows of readXml(chunks(), { delimiter: "," }));
  } catch (error) {
    return { taken, error };
  }
  return { taken, error: undefined };
}

test.each([
  ["text between items", "a".repeat(100_000), ""],
  ["a comment", "a".repeat(100_000), "<!-- "],
  ["an attribute", "a".repeat(100_000), '<x y="'],
  ["a name", "a".repeat(100_000), "<"],
  ["an item", "<b>c</b>".repeat(10_000), "<item>"],
  ["elements within elements", "<a>", ""],
])("%s without end is refused before it fills the memory", async (_what, piece, begin) => {
  const { taken, error } = await takenOf(piece, begin);
  expect(error).toBeInstanceOf(FileFault);
  expect(taken * piece.length).toBeLessThanOrEqual(1.2 * LIMITS.importRowBytesMax);
  expect(taken).toBeLessThan(20);
});
