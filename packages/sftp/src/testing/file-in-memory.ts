import { createHash } from "node:crypto";
import type { UploadFile } from "../upload-content.js";

/** A file with this content. Blocks are not shared between readers. */
export function fileInMemory(name: string, content: Buffer | string): UploadFile {
  const bytes = Buffer.from(content);
  return {
    name,
    bytes: bytes.length,
    rows: 1,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    open: async () => ({
      async *blocks(blockBytes) {
        for (let at = 0; at < bytes.length; at += blockBytes) yield Buffer.from(bytes.subarray(at, at + blockBytes));
      },
      read: async (offset, length) => Buffer.from(bytes.subarray(offset, offset + length)),
      close: async () => {},
    }),
  };
}
