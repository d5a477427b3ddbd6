import { expect, test } from "@jest/globals";
import { fetchErrorMessage } from "./fetch-failure.js";

test.each([
  ["Z_BUF_ERROR", "ended early"],
  ["Z_DATA_ERROR", "is damaged"],
  ["ERR__ERROR_FORMAT_PADDING_1", "is damaged"],
  ["HPE_INVALID_CONSTANT", "is not HTTP/1.1"],
  ["UND_ERR_ABORTED", "failed before the file was complete"],
  ["ECONNABORTED", "failed before the file was complete"],
])("the error %s of a library is a sentence without its code", (code, words) => {
  const message = fetchErrorMessage(Object.assign(new Error("raw"), { code }));
  expect(message).toContain(words);
  expect(message).not.toContain(code);
});

test("errors that no source causes are none of a fetch", () => {
  expect(fetchErrorMessage(Object.assign(new Error("full"), { code: "ENOSPC" }))).toBeUndefined();
  expect(fetchErrorMessage(new TypeError("a fault of the program"))).toBeUndefined();
});
