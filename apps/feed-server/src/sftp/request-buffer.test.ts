import { expect, test } from "@jest/globals";
import { createRequestBuffer, REQUEST_BYTES_MAX } from "./request-buffer.js";

const BYTES_MAX = 2 * 1024 * 1024;

function requestOf(payload: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(payload.length);
  return Buffer.concat([length, payload]);
}

test("requests are returned complete and in order, for any chunking", () => {
  const held = createRequestBuffer(() => BYTES_MAX);
  const requests = Array.from({ length: 20_000 }, (_, i) => requestOf(Buffer.alloc(1 + (i % 300), i % 251)));
  const taken: Buffer[] = [];
  const stream = Buffer.concat(requests);
  for (let at = 0; at < stream.length; at += 1_337) {
    expect(held.add(stream.subarray(at, at + 1_337))).toBe(true);
    for (let next = held.take(); next; next = held.take()) taken.push(next as Buffer);
  }
  expect(Buffer.concat(taken).equals(stream)).toBe(true);
  expect(taken).toHaveLength(requests.length);
});

test("2 MB of requests that arrive before the first is taken are returned complete and in order, twice", () => {
  const held = createRequestBuffer(() => BYTES_MAX);
  for (const seed of [1, 2]) {
    const requests = Array.from({ length: 60_000 }, (_, i) => requestOf(Buffer.alloc(25, (seed * i) % 251)));
    const taken: Buffer[] = [];
    for (const request of requests) expect(held.add(request)).toBe(true);
    for (let next = held.take(); next; next = held.take()) taken.push(next as Buffer);
    expect(Buffer.concat(taken).equals(Buffer.concat(requests))).toBe(true);
  }
});

test("a returned request is not overwritten", () => {
  const held = createRequestBuffer(() => BYTES_MAX);
  held.add(requestOf(Buffer.from("first")));
  const first = held.take() as Buffer;
  held.clear();
  held.add(requestOf(Buffer.from("other")));
  expect(first.subarray(4).toString()).toBe("first");
});

test("more bytes than allowed are refused, and a request that is too long is reported", () => {
  const held = createRequestBuffer(() => BYTES_MAX);
  expect(held.add(Buffer.alloc(BYTES_MAX))).toBe(true);
  expect(held.add(Buffer.alloc(1))).toBe(false);
  held.clear();
  const length = Buffer.alloc(4);
  length.writeUInt32BE(REQUEST_BYTES_MAX - 3);
  held.add(length);
  expect(held.take()).toBe("too_long");
});
