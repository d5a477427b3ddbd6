import { open } from "node:fs/promises";

/** A file in blocks of so many bytes. Every block is the same memory: it is done with when the next is asked for. */
export async function* readBlocks(path: string, blockBytes: number): AsyncGenerator<Buffer> {
  const file = await open(path, "r");
  try {
    const buffer = Buffer.allocUnsafeSlow(blockBytes);
    for (let position = 0; ; ) {
      const { bytesRead } = await file.read(buffer, 0, blockBytes, position);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
      position += bytesRead;
    }
  } finally {
    await file.close();
  }
}
