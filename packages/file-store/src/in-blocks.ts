/** The same bytes in blocks of so many and a rest. Every block is the same memory: it is done with when the next is asked for. */
export async function* inBlocks(chunks: AsyncIterable<Buffer>, blockBytes: number): AsyncGenerator<Buffer> {
  const block = Buffer.allocUnsafeSlow(blockBytes);
  let filled = 0;
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; ) {
      const taken = chunk.copy(block, filled, at);
      at += taken;
      filled += taken;
      if (filled < blockBytes) continue;
      yield block;
      filled = 0;
    }
  }
  if (filled > 0) yield block.subarray(0, filled);
}
