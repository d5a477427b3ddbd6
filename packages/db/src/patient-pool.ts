import pg from "pg";

export interface PatientPoolOptions extends pg.PoolConfig {
  readonly max: number;
  /** Whoever has waited for longer for a connection gets an error. */
  readonly connectionTimeoutMillis: number;
  /** One more connection is opened, if there may be more, when somebody has waited for so long. */
  readonly growAfterMs: number;
}

interface Waiting {
  resolve(client: Promise<pg.PoolClient>): void;
  reject(error: unknown): void;
  readonly timer: NodeJS.Timeout;
}

/**
 * A pool in which whoever finds all connections in use takes the first one that comes free. node-postgres opens another
 * for each of them, which takes a hundred times as long as most statements do: a moment's delay would become a stampede
 * of processes that plan all statements anew, and that would delay the others. More are opened one at a time.
 */
export class PatientPool extends pg.Pool {
  readonly #options: PatientPoolOptions;
  readonly #waiting: Waiting[] = [];
  /** Idle connections that somebody is being given just now. */
  #promisedCount = 0;
  #isOpening = false;
  #growing: NodeJS.Timeout | undefined;

  constructor(options: PatientPoolOptions) {
    super(options);
    this.#options = options;
    // It tells of a connection before it counts it.
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
  // biome-ignore lint/suspicious/noConfusingVoidType: as the library declares it
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
    for (const waiting of this.#waiting.splice(0)) this.#give(waiting); // which is refused by now
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

  /** The first one is opened by who wants it. */
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
      // PostgreSQL may have as many as it takes: those that are there serve everybody in turn.
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
