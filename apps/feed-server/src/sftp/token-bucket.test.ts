import { expect, test } from "@jest/globals";
import { createTokenBucket } from "./token-bucket.js";

test("the bytes of one second can be spent at once, and then as many as the rate allows", () => {
  let nowMs = 0;
  const bucket = createTokenBucket(1_000, () => nowMs);
  bucket.spend(1_500);
  expect(bucket.isEmpty()).toBe(true);
  nowMs = 500;
  expect(bucket.isEmpty()).toBe(true);
  nowMs = 501;
  expect(bucket.isEmpty()).toBe(false);
});

test("a long pause saves no more than the bytes of one second", () => {
  let nowMs = 0;
  const bucket = createTokenBucket(1_000, () => nowMs);
  nowMs = 60_000;
  expect(bucket.isEmpty()).toBe(false);
  bucket.spend(1_000);
  expect(bucket.isEmpty()).toBe(true);
});

test("a clock that is set back adds nothing and blocks nothing", () => {
  let nowMs = 3_600_000;
  const bucket = createTokenBucket(1_000, () => nowMs);
  bucket.spend(1_001);
  nowMs = 0;
  expect(bucket.isEmpty()).toBe(true);
  nowMs = 2;
  expect(bucket.isEmpty()).toBe(false);
});

test("without a limit nothing waits", () => {
  const bucket = createTokenBucket(Number.POSITIVE_INFINITY, () => 0);
  bucket.spend(1e12);
  expect(bucket.isEmpty()).toBe(false);
});
