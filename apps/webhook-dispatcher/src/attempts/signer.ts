import { createHmac, type KeyObject, sign as signBytes } from "node:crypto";
import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import type { SignatureBatch } from "./signature-thread.js";
import type { SigningKey } from "./signing-key.js";

export interface Signed {
  /** The same for every attempt, so that the receiver can recognize a repeat. */
  readonly id: string;
  /** Seconds since 1970, of this attempt. */
  readonly timestamp: number;
  /** The exact bytes that are sent. */
  readonly body: Uint8Array;
}

export interface Signer {
  /**
   * Value of `webhook-signature` (Standard Webhooks 1.0.0): a signature over `id.timestamp.body` by each key that is still
   * valid, v1 (HMAC-SHA256) or v1a (ed25519), separated by spaces.
   */
  sign(keys: readonly SigningKey[], signed: Signed): Promise<string>;
  /** Ends the signing thread. Its unfinished signatures, and all later ones, are created on the calling thread. */
  end(): Promise<void>;
}

/** An ed25519 signature to create. */
interface Job {
  readonly key: KeyObject;
  /** The signed content before the body, in ASCII. */
  readonly head: string;
  readonly body: Uint8Array;
  resolve(signature: string): void;
  reject(error: unknown): void;
}

/** Smaller bursts are signed on this thread: sending them to the other one would cost more than it saves. */
const BURST_MIN = 16;
/** Share of a burst that the signing thread gets. */
const OFFLOADED_SHARE = 2 / 3;
const OFFLOADED_BYTES_MAX = 1024 * 1024;
/** Signing creates little garbage, so the thread needs little memory. */
const THREAD_LIMITS = { maxYoungGenerationSizeMb: 4 };
/** The compiled file, or the source in tests. */
const PROGRAM = new URL(`signature-thread${extname(import.meta.url)}`, import.meta.url);

/**
 * An ed25519 signature takes a quarter of a delivery's CPU time, and deliveries come in bursts. A signing thread creates a
 * part of the signatures of one turn of the event loop, sent in one message, while this thread creates the others.
 * libuv's pool would take them one by one, which costs 1.5 times as much for each. The thread starts with the first burst
 * and handles one message at a time. If it dies, it is not replaced.
 */
export function createSigner(program = PROGRAM): Signer {
  let pending: Job[] = [];
  let offloaded: readonly Job[] = [];
  let thread: Worker | undefined;
  let isReady = false;

  function start(): Worker {
    const started = new Worker(program, { resourceLimits: THREAD_LIMITS });
    started.unref();
    started.once("online", () => {
      isReady = true;
    });
    started.on("message", settle);
    // The `exit` event follows, which is handled below.
    started.on("error", () => {});
    started.once("exit", () => {
      isReady = false;
      settle([]);
    });
    return started;
  }

  /** Jobs without a signature are signed on this thread. */
  function settle(signatures: readonly string[]): void {
    const jobs = offloaded;
    offloaded = [];
    for (const [index, job] of jobs.entries()) {
      const signature = signatures[index];
      if (signature === undefined) signHere(job);
      else job.resolve(signature);
    }
  }

  function offload(jobs: readonly Job[]): void {
    const batch = batchOf(jobs);
    thread?.postMessage(batch, [batch.contents.buffer]);
    offloaded = jobs;
  }

  function signPending(): void {
    const jobs = pending;
    pending = [];
    const isBurst = jobs.length >= BURST_MIN;
    if (isBurst) thread ??= start();
    const offloadedCount = isBurst && isReady && offloaded.length === 0 ? countToOffload(jobs) : 0;
    if (offloadedCount > 0) offload(jobs.slice(0, offloadedCount));
    for (const job of jobs.slice(offloadedCount)) signHere(job);
  }

  const signSoon = (key: KeyObject, head: string, body: Uint8Array): Promise<string> =>
    new Promise((resolve, reject) => {
      if (pending.length === 0) setImmediate(signPending);
      pending.push({ key, head, body, resolve, reject });
    });

  return {
    async sign(keys, { id, timestamp, body }) {
      const head = `${id}.${timestamp}.`;
      const signing = keys.filter(({ untilMs }) => untilMs === null || untilMs > timestamp * 1_000);
      const signatures = await Promise.all(
        signing.map(({ scheme, key }) => (scheme === "v1" ? hmac(key, head, body) : signSoon(key, head, body))),
      );
      // A secret that is both current and former signs once.
      return [...new Set(signing.map(({ scheme }, index) => `${scheme},${signatures[index]}`))].join(" ");
    },
    async end() {
      await thread?.terminate();
    },
  };
}

const hmac = (key: KeyObject, head: string, body: Uint8Array): string =>
  createHmac("sha256", key).update(head).update(body).digest("base64");

function signHere({ key, head, body, resolve, reject }: Job): void {
  try {
    resolve(signBytes(null, Buffer.concat([Buffer.from(head), body]), key).toString("base64"));
  } catch (error) {
    reject(error);
  }
}

const bytesOf = ({ head, body }: Job): number => head.length + body.length;

/** How many jobs, from the start of a burst, go to the signing thread. */
function countToOffload(jobs: readonly Job[]): number {
  const candidates = jobs.slice(0, Math.ceil(jobs.length * OFFLOADED_SHARE));
  let bytes = 0;
  const tooMany = candidates.findIndex((job) => {
    bytes += bytesOf(job);
    return bytes > OFFLOADED_BYTES_MAX;
  });
  return tooMany < 0 ? candidates.length : tooMany;
}

/** The contents have a buffer of their own, which is transferred with the message. */
function batchOf(jobs: readonly Job[]): SignatureBatch {
  const lengths = jobs.map(bytesOf);
  const contents = Buffer.allocUnsafeSlow(lengths.reduce((sum, length) => sum + length, 0));
  let at = 0;
  for (const { head, body } of jobs) {
    at += contents.write(head, at, "latin1");
    contents.set(body, at);
    at += body.length;
  }
  return { keys: jobs.map(({ key }) => key), contents, lengths };
}
