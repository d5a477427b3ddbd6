import { describe, expect, test } from "@jest/globals";
import { asStoreError, StoreUnavailable } from "./store-unavailable.js";

const failure = (code: string) => Object.assign(new Error("/srv/files/x"), { code });

describe("an error of the disk", () => {
  test.each(["ENOSPC", "EDQUOT"])("%s: the store is full, which may pass", (code) => {
    const error = asStoreError(failure(code));
    expect(error).toBeInstanceOf(StoreUnavailable);
    expect(error).toMatchObject({ reason: "full", message: "the file store is full" });
  });

  test.each(["EIO", "EROFS", "ESTALE"])("%s: the store is away, which may pass", (code) => {
    expect(asStoreError(failure(code))).toMatchObject({ name: "StoreUnavailable", reason: "unreachable" });
  });

  test.each([failure("EACCES"), failure("ENOENT"), failure("ECONNRESET"), new TypeError("a bug"), undefined])(
    "another one stays what it is (%#)",
    (error) => {
      expect(asStoreError(error)).toBe(error);
    },
  );
});
