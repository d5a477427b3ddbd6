import { randomUUID } from "node:crypto";
import type { FileContent, UploadFile } from "@skucast/sftp/upload-content";

const BLOCK_BYTES = 256 * 1024;

/** A request's body, which is streamed, with its headers. */
export interface RequestBody {
  readonly headers: Readonly<Record<string, string>>;
  readonly stream: AsyncIterable<Buffer>;
}

const DEFAULT_MEDIA_TYPE = "application/octet-stream";

/** The file alone. `onBytes` is called when a block is taken. */
export const fileBody = (file: UploadFile, content: FileContent, onBytes: (bytes: number) => void): RequestBody => ({
  headers: {
    "content-type": file.media_type ?? DEFAULT_MEDIA_TYPE,
    "content-length": String(file.bytes),
    // RFC 9530, section 2. Servers that know it reject a damaged file.
    "content-digest": `sha-256=:${Buffer.from(file.sha256, "hex").toString("base64")}:`,
  },
  stream: blocksOf(content, onBytes),
});

/** A form with the file in one field (RFC 7578). */
export function formBody(
  file: UploadFile,
  content: FileContent,
  { fieldName, onBytes }: { readonly fieldName: string; readonly onBytes: (bytes: number) => void },
): RequestBody {
  const boundary = `skucast-${randomUUID()}`;
  // Names of fields and files have no quotes and no line breaks: see the contracts.
  const head = Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="${fieldName}"; filename="${file.name}"\r\n` +
      `Content-Type: ${file.media_type ?? DEFAULT_MEDIA_TYPE}\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  async function* stream(): AsyncGenerator<Buffer> {
    yield head;
    yield* blocksOf(content, onBytes);
    yield tail;
  }
  return {
    headers: {
      "content-type": `multipart/form-data; boundary=${boundary}`,
      "content-length": String(head.length + file.bytes + tail.length),
    },
    stream: stream(),
  };
}

async function* blocksOf(content: FileContent, onBytes: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const block of content.blocks(BLOCK_BYTES)) {
    yield block;
    onBytes(block.length);
  }
}
