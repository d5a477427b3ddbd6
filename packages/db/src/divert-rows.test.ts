import { randomBytes } from "node:crypto";
import { PassThrough } from "node:stream";
import { expect, test } from "@jest/globals";
import { divertRows } from "./divert-rows.js";

function message(type: string, content: Buffer | string): Buffer {
  const header = Buffer.from(`${type}0000`);
  header.writeUInt32BE(4 + Buffer.byteLength(content), 1);
  return Buffer.concat([header, Buffer.from(content)]);
}

const rows = ["", "a\n", "zwölf\n", "d\0\0\0\n", `${"long ".repeat(20)}\n`, "\n"].map((row) => Buffer.from(row));
const opening = [message("H", "\0\0\0"), message("N", "SNOTICE\0")];
const ending = [message("c", ""), message("C", "COPY 6\0"), message("Z", "T")];
const wire = Buffer.concat([
  ...opening,
  ...rows.slice(0, 3).map((row) => message("d", row)),
  message("S", "TimeZone\0UTC\0"),
  ...rows.slice(3).map((row) => message("d", row)),
  ...ending,
]);
const others = Buffer.concat([...opening, message("S", "TimeZone\0UTC\0"), ...ending]);

test("rows arrive whole and other messages pass through, wherever the network splits the bytes", () => {
  for (let size = 1; size <= wire.length; size += 1) {
    const socket = new PassThrough();
    const passed: Buffer[] = [];
    const own = (bytes: Buffer): number => passed.push(bytes);
    socket.on("data", own);
    const blocks: Buffer[] = [];
    divertRows(socket, (block) => blocks.push(block));
    for (let at = 0; at < wire.length; at += size) socket.emit("data", wire.subarray(at, at + size));
    expect(Buffer.concat(blocks)).toEqual(Buffer.concat(rows));
    expect(Buffer.concat(passed)).toEqual(others);
    expect(socket.listeners("data")).toEqual([own]);
  }
});

test("a block ends with a row, and a row longer than a block is a block", () => {
  const socket = new PassThrough();
  const blocks: Buffer[] = [];
  divertRows(socket, (block) => blocks.push(block));
  const lengths = [100_000, 20_000, 50_000, 1_000_000, 7];
  const long = lengths.map((length) => randomBytes(length));
  const bytes = Buffer.concat([...long.map((row) => message("d", row)), message("c", "")]);
  for (let at = 0; at < bytes.length; at += 65_536) socket.emit("data", bytes.subarray(at, at + 65_536));
  expect(blocks.map((block) => block.length)).toEqual([120_000, 50_000, 1_000_000, 7]);
  expect(Buffer.concat(blocks).equals(Buffer.concat(long))).toBe(true);
});
