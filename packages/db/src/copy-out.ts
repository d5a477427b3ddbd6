import type { Duplex } from "node:stream";
import type pg from "pg";
import { divertRows } from "./divert-rows.js";

export interface CopyOut {
  /** Blocks of whole rows as the server sends them. The reader may keep them. */
  readonly blocks: AsyncIterable<Buffer>;
  /** Whether all rows were received and the connection is ready for the next statement. */
  isOver(): boolean;
}

/** The methods that node-postgres calls on a statement. Its types declare only the first. */
interface Statement extends pg.Submittable {
  handleCommandComplete(): void;
  handleReadyForQuery(): void;
  handleError(error: unknown): void;
}

/**
 * Runs one `COPY … TO STDOUT` and reads its rows in blocks of about 128 kB, or of one longer row. It reads from the
 * server only while the consumer waits, so memory is constant. `blocks` throws the error of the server, or an error if
 * the connection is lost. If the consumer stops early, the connection is closed. Source: PostgreSQL documentation,
 * "Frontend/Backend Protocol", "COPY Operations".
 */
export function copyOut(client: { query(statement: Statement): unknown }, sql: string): CopyOut {
  const full: Buffer[] = [];
  let socket: Duplex | undefined;
  let failure: unknown;
  let isOver = false;
  let wake = (): void => {};

  client.query({
    submit(connection: pg.Connection) {
      socket = connection.stream;
      divertRows(connection.stream, (block) => {
        full.push(block);
        connection.stream.pause();
        wake();
      });
      connection.query(sql);
    },
    handleCommandComplete() {},
    handleReadyForQuery() {
      isOver = true;
      wake();
    },
    handleError(error: unknown) {
      failure = error;
      wake();
    },
  });

  async function* blocks(): AsyncGenerator<Buffer> {
    try {
      for (;;) {
        const block = full.shift();
        if (block) yield block;
        else if (failure !== undefined) throw failure;
        else if (isOver) return;
        else {
          const { promise, resolve } = Promise.withResolvers<void>();
          wake = resolve;
          socket?.resume();
          await promise;
        }
      }
    } finally {
      if (!isOver && failure === undefined) socket?.destroy();
    }
  }

  return { blocks: blocks(), isOver: () => isOver };
}
