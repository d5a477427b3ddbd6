import { expect, test } from "@jest/globals";
import { readProductBlocks } from "./product-block.js";

const HEADER = Buffer.from("PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0", "latin1");
const TRAILER = Buffer.from([0xff, 0xff]);

function tuple(...fields: string[]): Buffer {
  const count = Buffer.alloc(2);
  count.writeInt16BE(fields.length);
  const parts = fields.flatMap((field) => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(Buffer.byteLength(field));
    return [length, Buffer.from(field)];
  });
  return Buffer.concat([count, ...parts]);
}

async function* sent(...blocks: Buffer[]): AsyncGenerator<Buffer> {
  yield* blocks;
}

async function read(...blocks: Buffer[]): Promise<string[][]> {
  const found: string[][] = [];
  for await (const block of readProductBlocks(sent(...blocks))) {
    const text = (start: number, end: number) => block.bytes.toString("utf8", start, end);
    while (block.next()) found.push([text(block.skuStart, block.skuEnd), text(block.docStart, block.docEnd)]);
  }
  return found;
}

const ROWS = [
  ["A", '{"sku":"A"}'],
  ["Größe 42", '{"sku":"Größe 42","title":"\\n\t😀"}'],
  ["B", ""],
];
const TUPLES = ROWS.map((row) => tuple(...row));

test("each product is found with its SKU and its document, wherever the blocks end", async () => {
  expect(await read(Buffer.concat([HEADER, ...TUPLES, TRAILER]))).toEqual(ROWS);
  expect(await read(HEADER, ...TUPLES, TRAILER)).toEqual(ROWS);
  const [first, ...rest] = TUPLES;
  expect(await read(Buffer.concat([HEADER, first as Buffer]), Buffer.concat([...rest, TRAILER]))).toEqual(ROWS);
});

test("an empty export has no products", async () => {
  expect(await read(Buffer.concat([HEADER, TRAILER]))).toEqual([]);
  expect(await read()).toEqual([]);
});

test("anything but a binary COPY of two columns is rejected", async () => {
  await expect(read(Buffer.from("A\t{}\n"))).rejects.toThrow("this is not a binary COPY");
  await expect(read(Buffer.concat([HEADER, tuple("A")]))).rejects.toThrow("a row has 1 fields");
});
