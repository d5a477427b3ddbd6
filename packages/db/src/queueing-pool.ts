import pg from "pg";

export interface QueueingPoolOptions extends pg.PoolConfig {
  readonly max: number;
  /** How long a caller waits for a connection before it gets an error. */
  readonly connectionTimeoutMillis: number;
  /** After a caller has waited for this long, another connection is opened, up to `max`. */
  readonly growAfterMs: number;
}

interface Waiting {
  resolve(client: Promise<pg.PoolClient>): void;
  reject(error: unknown): void;
  readonly timer: NodeJS.Timeout;
}

/**
 * A pool in which callers wait for the next free connection. If all connections are in use, node-postgres opens another
 * one for each caller, which takes a hundred times as long as most statements: after a short delay, many new
 * connections would plan all statements at once and delay the others. This pool opens one at a time.
 */
export class QueueingPool extends pg.Pool {
  readonly #options: QueueingPoolOptions;
  readonly #waiting: Waiting[] = [];
  /** Idle connections that are being given to callers. */
  #promisedCount = 0;
  #isOpening = false;
  #growing: NodeJS.Timeout | undefined;

  constructor(options: QueueingPoolOptions) {
    super(options);
    this.#options = options;
    // The pool emits the event before it updates its counts.
    this.on("release", () => queueMicrotask(() => this.#serve()));
    this.on("remove", () => queueMicrotask(() => this.#serve()));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(
    callback: (
      error: Error | undefined,
      client: pg.PoolClient | undefined,
      done: (release?: Error | boolean) => void,
    ) => void,
  ): void;
  // biome-ignore lint/suspicious/noConfusingVoidType: as node-postgres declares it
  override connect(callback?: Parameters<pg.Pool["connect"]>[0]): Promise<pg.PoolClient> | void {
    const lent = this.#lend();
    if (!callback) return lent;
    lent.then(
      (client) => callback(undefined, client, client.release),
      (error: Error) => callback(error, undefined, () => {}),
    );
  }

  override end(): Promise<void>;
  override end(callback: () => void): void;
  override end(callback?: () => void): Promise<void> | void {
    const ended = super.end();
    clearTimeout(this.#growing);
    for (const waiting of this.#waiting.splice(0)) this.#give(waiting); // rejected, because the pool is ending
    return callback ? void ended.then(callback) : ended;
  }

  #lend(): Promise<pg.PoolClient> {
    if (this.ending || (this.#waiting.length === 0 && this.#mayTake())) return this.#take();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#giveUp(waiting), this.#options.connectionTimeoutMillis);
      const waiting = { resolve, reject, timer };
      this.#waiting.push(waiting);
      this.#growSoon();
    });
  }

  /** Whether a caller may take an idle connection, or open the first one. */
  #mayTake(): boolean {
    return this.idleCount > this.#promisedCount || this.totalCount === 0;
  }

  async #take(): Promise<pg.PoolClient> {
    const isFirst = this.totalCount === 0;
    if (isFirst) this.#isOpening = true;
    this.#promisedCount += 1;
    try {
      return await super.connect();
    } finally {
      this.#promisedCount -= 1;
      if (isFirst) this.#hasOpened();
      this.#serve();
    }
  }

  #hasOpened(): void {
    this.#isOpening = false;
    if (this.#waiting.length > 0) this.#growSoon();
  }

  #serve(): void {
    while (this.#mayTake()) {
      const next = this.#waiting.shift();
      if (!next) return;
      this.#give(next);
    }
  }

  #give({ timer, resolve }: Waiting): void {
    clearTimeout(timer);
    resolve(this.#take());
  }

  #giveUp(waiting: Waiting): void {
    this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
    waiting.reject(new Error("timeout exceeded when trying to connect"));
  }

  #growSoon(): void {
    if (this.#isOpening || this.totalCount >= this.#options.max) return;
    this.#growing ??= setTimeout(() => {
      this.#growing = undefined;
      if (this.#waiting.length > 0 && !this.ending) void this.#grow();
    }, this.#options.growAfterMs);
  }

  async #grow(): Promise<void> {
    this.#isOpening = true;
    try {
      (await super.connect()).release();
    } catch (error) {
      // PostgreSQL may have reached its limit. Callers then share the existing connections.
      if (this.totalCount > 0) return;
      for (const { timer, reject } of this.#waiting.splice(0)) {
        clearTimeout(timer);
        reject(error);
      }
    } finally {
      this.#hasOpened();
    }
  }
}
