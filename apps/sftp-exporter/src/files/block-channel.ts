/** Passes blocks from a producer to a consumer. Holds one block at a time: the producer waits until it is consumed. */
export interface BlockChannel {
  /** Resolves when the channel has accepted the block. Rejects with the error given to `end`. */
  put(block: Buffer): Promise<void>;
  /** Ends the channel after the last block, or with an error, which is thrown to the consumer. */
  end(error?: unknown): void;
  readonly blocks: AsyncIterable<Buffer>;
}

export function createBlockChannel(): BlockChannel {
  let waiting: Buffer | undefined;
  let failure: unknown;
  let isOver = false;
  let wake = Promise.withResolvers<void>();

  function changed(): void {
    wake.resolve();
    wake = Promise.withResolvers<void>();
  }

  async function* blocks(): AsyncGenerator<Buffer> {
    for (;;) {
      if (failure !== undefined) throw failure;
      const block = waiting;
      if (block) {
        waiting = undefined;
        changed();
        yield block;
      } else if (isOver) return;
      else await wake.promise;
    }
  }

  return {
    async put(block) {
      while (waiting && failure === undefined) await wake.promise;
      if (failure !== undefined) throw failure;
      waiting = block;
      changed();
    },
    end(error) {
      isOver = true;
      failure ??= error;
      changed();
    },
    blocks: blocks(),
  };
}
