import { expect, test } from "@jest/globals";
import { isSetUp, nextStep, stepOf } from "./set-up-steps.js";

const key = {
  type: "sftp" as const,
  host_keys: [] as string[],
  last_test: null,
  auth: { type: "public_key" as const, has_password: false },
};
const passed = { at: "2026-11-21T09:00:00Z", status: "passed" as const, failed_step: null };
const failed = { ...passed, status: "failed" as const, failed_step: "login" as const };
const pinned = { ...key, host_keys: ["SHA256:x"] };

test("setup resumes at the next step that is needed", () => {
  expect(nextStep(undefined)).toBe("where");
  expect(nextStep(key)).toBe("login");
  expect(nextStep({ ...key, last_test: failed })).toBe("host_key");
  expect(nextStep({ ...key, auth: { type: "password", has_password: true } })).toBe("host_key");
  expect(nextStep(pinned)).toBe("test");
  expect([stepOf("where", pinned), stepOf("nothing", pinned)]).toEqual(["where", "test"]);
});

test("a destination is set up when its host key is confirmed and its last test did not fail", () => {
  expect([key, { ...pinned, last_test: failed }].map(isSetUp)).toEqual([false, false]);
  expect([pinned, { ...pinned, last_test: passed }].map(isSetUp)).toEqual([true, true]);
  const bucket = { ...key, type: "s3" as const };
  expect([bucket, { ...bucket, last_test: failed }].map(isSetUp)).toEqual([true, false]);
});
