import { expect, test } from "@jest/globals";
import { connectionFailure } from "./connection-failure.js";
import { failureOf, SftpFailure } from "./sftp-failure.js";

test.each([
  [2, "not_found", false],
  [3, "permission_denied", false],
  [4, "protocol", true],
  [14, "no_space", false],
  [15, "no_space", false],
])("status %i of the server is %s", (status, code, isTransient) => {
  const failure = failureOf(Object.assign(new Error("the server's own words"), { code: status }), "writing");
  expect([failure.code, failure.isTransient]).toEqual([code, isTransient]);
  expect(failure.message).not.toContain("own words");
  expect([failure.serverMessage, failure.isAnswer]).toEqual(["the server's own words", true]);
});

test.each([
  ["No space left on device", "no_space"],
  ["quota exceeded, call +49 30 1234567", "no_space"],
  ["Disk full", "no_space"],
  ["virus scanner busy", "protocol"],
])("the general failure with the words %j is %s", (words, code) => {
  expect(failureOf(Object.assign(new Error(words), { code: 4 }), "writing")).toMatchObject({
    code,
    serverMessage: words,
  });
});

test("a host that accepts a connection and sends nothing is stalled, not unreachable", () => {
  const silence = Object.assign(new Error("Timed out while waiting for handshake"), { level: "client-timeout" });
  expect(connectionFailure(silence).message).toBe("stalled: the host stopped making progress (it does not answer)");
});

test("an error that already is an SftpFailure is returned unchanged", () => {
  const failure = new SftpFailure("stalled");
  expect(failureOf(failure, "writing")).toBe(failure);
});
