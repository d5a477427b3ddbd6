/** Yields the same bytes in blocks of `blockBytes`, the last one shorter. Each block is newly allocated. */
export async function* inBlocks(chunks: AsyncIterable<Buffer>, blockBytes: number): AsyncGenerator<Buffer> {
  let block: Buffer | undefined;
  let filled = 0;
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; ) {
      block ??= Buffer.allocUnsafeSlow(blockBytes);
      const taken = chunk.copy(block, filled, at);
      at += taken;
      filled += taken;
      if (filled < blockBytes) continue;
      yield block;
      block = undefined;
      filled = 0;
    }
  }
  if (block) yield block.subarray(0, filled);
}
