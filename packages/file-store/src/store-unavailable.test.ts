import { describe, expect, test } from "@jest/globals";
import { asStoreError, StoreUnavailable } from "./store-unavailable.js";

const failure = (code: string) => Object.assign(new Error("/srv/files/x"), { code });

describe("an error of the disk", () => {
  test.each(["ENOSPC", "EDQUOT"])("%s: the store is full, which may be temporary", (code) => {
    const error = asStoreError(failure(code));
    expect(error).toBeInstanceOf(StoreUnavailable);
    expect(error).toMatchObject({ reason: "full", message: "the file store is full" });
  });

  test.each(["EIO", "EROFS", "ESTALE"])("%s: the store is unavailable, which may be temporary", (code) => {
    expect(asStoreError(failure(code))).toMatchObject({ name: "StoreUnavailable", reason: "unreachable" });
  });

  test.each([failure("EACCES"), failure("ENOENT"), failure("ECONNRESET"), new TypeError("a bug"), undefined])(
    "another error is returned unchanged (%#)",
    (error) => {
      expect(asStoreError(error)).toBe(error);
    },
  );
});
