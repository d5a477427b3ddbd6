import { describe, expect, test } from "@jest/globals";
import { createContestedIds } from "./contested-ids.js";
import { findRepeated } from "./find-repeated.js";
import { createRowIndex } from "./row-index.js";

function write(ids: readonly string[]) {
  const index = createRowIndex();
  const blocks: Buffer[] = [];
  for (const id of ids) {
    const bytes = Buffer.from(id);
    if (index.add(bytes, 0, bytes.length, 1)) blocks.push(index.take());
  }
  blocks.push(index.take());
  return {
    async open() {
      return (async function* () {
        yield* blocks;
      })();
    },
    rows: ids.length,
  };
}
const { signal } = new AbortController();
async function repeated(ids: readonly string[], passRows?: number) {
  const found: string[] = [];
  for await (const batch of findRepeated(write(ids), { signal, ...(passRows && { passRows }) })) found.push(...batch);
  return found.sort();
}
const many = (count: number) => Array.from({ length: count }, (_, i) => `SKU-${i}-é/%`);

describe("ids that an index has more than once", () => {
  test("are found once each", async () => {
    expect(await repeated(["a", "b", "a", "c", "b", "a"])).toEqual(["a", "b"]);
    expect(await repeated(["a", "b"])).toEqual([]);
    expect(await repeated([])).toEqual([]);
  });

  test.each([3_000, 100_000])("are the same in passes of %d rows", async (passRows) => {
    const twice = many(9_000).filter((_, i) => i % 3 === 0);
    expect(await repeated([...many(9_000), ...twice], passRows)).toEqual(twice.sort());
  });
});

describe("a contested id", () => {
  test("is kept by the product whose SKU it is, otherwise given to the first that claims it", () => {
    const ids = createContestedIds(2);
    ids.add("B", true);
    ids.add("X", false);
    expect(ids.size).toBe(2);
    expect(ids.claim("B", "A")).toEqual({ isGranted: false, holder: "B" });
    expect(ids.claim("B", "B")).toEqual({ isGranted: true });
    expect(ids.claim("X", "C")).toEqual({ isGranted: true });
    expect(ids.claim("X", "D")).toEqual({ isGranted: false, holder: "C" });
    expect(ids.claim("free", "E")).toEqual({ isGranted: true });
  });
});
