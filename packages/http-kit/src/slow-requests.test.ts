import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { allowSlowBody, createSlowRequestCheck } from "./slow-requests.js";

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** A response whose request has or has not arrived completely. */
const answering = (complete: boolean) => ({ req: { complete } as IncomingMessage }) as ServerResponse;

test("a request whose body does not arrive in time is reported; one that arrives is not", () => {
  const slow = answering(false);
  const whole = answering(true);
  const upload = answering(false);
  allowSlowBody(upload.req);
  const reported: IncomingMessage[] = [];
  const openResponses = new Set([slow, whole, upload]);
  const watch = createSlowRequestCheck({
    openResponses,
    timeoutMs: 60_000,
    intervalMs: 5_000,
    onSlow: (req) => reported.push(req),
  });
  watch.start();
  jest.advanceTimersByTime(60_000);
  expect(reported).toEqual([]);
  jest.advanceTimersByTime(5_000);
  expect(reported).toEqual([slow.req]);
  openResponses.clear();
  jest.advanceTimersByTime(120_000);
  expect(reported).toHaveLength(1);
  watch.stop();
});
