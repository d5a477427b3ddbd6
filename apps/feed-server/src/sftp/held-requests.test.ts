import { expect, test } from "@jest/globals";
import { createHeldRequests, REQUEST_BYTES_MAX } from "./held-requests.js";

const BYTES_MAX = 2 * 1024 * 1024;

function requestOf(payload: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(payload.length);
  return Buffer.concat([length, payload]);
}

test("requests come out whole and in order, however they came in", () => {
  const held = createHeldRequests(() => BYTES_MAX);
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

test("two megabytes of requests that arrive before any is taken come out whole and in order, twice", () => {
  const held = createHeldRequests(() => BYTES_MAX);
  for (const seed of [1, 2]) {
    const requests = Array.from({ length: 60_000 }, (_, i) => requestOf(Buffer.alloc(25, (seed * i) % 251)));
    const taken: Buffer[] = [];
    for (const request of requests) expect(held.add(request)).toBe(true);
    for (let next = held.take(); next; next = held.take()) taken.push(next as Buffer);
    expect(Buffer.concat(taken).equals(Buffer.concat(requests))).toBe(true);
  }
});

test("a request that was taken stays as it is", () => {
  const held = createHeldRequests(() => BYTES_MAX);
  held.add(requestOf(Buffer.from("first")));
  const first = held.take() as Buffer;
  held.clear();
  held.add(requestOf(Buffer.from("other")));
  expect(first.subarray(4).toString()).toBe("first");
});

test("no more is held than was allowed, and what is too long is said to be", () => {
  const held = createHeldRequests(() => BYTES_MAX);
  expect(held.add(Buffer.alloc(BYTES_MAX))).toBe(true);
  expect(held.add(Buffer.alloc(1))).toBe(false);
  held.clear();
  const length = Buffer.alloc(4);
  length.writeUInt32BE(REQUEST_BYTES_MAX - 3);
  held.add(length);
  expect(held.take()).toBe("too_long");
});
