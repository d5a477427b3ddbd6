import { expect, test } from "@jest/globals";
import { asStoreError } from "@skucast/file-store/store-unavailable";
import { findingOf } from "./files.js";

const failure = (code: string) => asStoreError(Object.assign(new Error(`${code}: mkdir`), { code }));

test("a folder that this container may only read is no fault of the installation; a full one is", () => {
  expect(findingOf("/files", failure("EROFS"))).toMatchObject({
    level: "warning",
    text: "/files is read-only here, so it was not tried",
    fix: expect.stringContaining("sftp-exporter"),
  });
  expect(findingOf("/files", failure("ENOSPC"))).toMatchObject({
    level: "fault",
    text: expect.stringContaining("full"),
  });
  expect(findingOf("/files", failure("EACCES"))).toMatchObject({ level: "fault" });
});
