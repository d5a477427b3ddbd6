import { createHash } from "node:crypto";
import type { UploadFile } from "./upload-content.js";

/** Needs more than one write at every host, so that a host that accepts writes only in order is detected. */
const CONTENT = Buffer.from("This is a test of the connection. The file is removed again.\n".repeat(5_000));
/** The file that a test of a destination writes. */
export const TEST_FILE: UploadFile = {
  name: "the test file",
  bytes: CONTENT.length,
  rows: 0,
  sha256: createHash("sha256").update(CONTENT).digest("hex"),
  open: async () => ({
    async *blocks(blockBytes) {
      for (let at = 0; at < CONTENT.length; at += blockBytes) yield CONTENT.subarray(at, at + blockBytes);
    },
    read: async (offset, length) => CONTENT.subarray(offset, offset + length),
    close: async () => {},
  }),
};
