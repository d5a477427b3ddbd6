/** Blocks handed from who makes them to who writes them: the maker waits while one is not yet taken. */
export interface BlockChannel {
  /** Resolves when the block may be followed by another. Rejects with what `end` was given. */
  put(block: Buffer): Promise<void>;
  /** No block comes any more; with an error, because of it: the reader gets it thrown. */
  end(error?: unknown): void;
  readonly blocks: AsyncIterable<Buffer>;
}

export function createBlockChannel(): BlockChannel {
  let waiting: Buffer | undefined;
  let failure: unknown;
  let isOver = false;
  let wake = Promise.withResolvers<void>();

  /** Whoever waits looks again. */
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
