import { createHmac, type KeyObject, sign as signBytes } from "node:crypto";
import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import type { SignatureBatch } from "./signature-thread.js";
import type { SigningKey } from "./signing-key.js";

export interface Signed {
  /** The same on every try: the receiver's key for telling a repeat. */
  readonly id: string;
  /** Seconds since 1970, of this attempt. */
  readonly timestamp: number;
  /** The exact bytes that are sent. */
  readonly body: Uint8Array;
}

export interface Signer {
  /**
   * Value of `webhook-signature` (Standard Webhooks 1.0.0): a signature over `id.timestamp.body` by each key that still
   * signs, v1 (HMAC-SHA256) or v1a (ed25519), separated by blanks.
   */
  sign(keys: readonly SigningKey[], signed: Signed): Promise<string>;
  /** Ends the thread beside; what it has in hand, and what comes later, is signed here. */
  end(): Promise<void>;
}

/** An ed25519 signature that is to be made. */
interface Job {
  readonly key: KeyObject;
  /** What stands before the body, in ASCII. */
  readonly head: string;
  readonly body: Uint8Array;
  resolve(signature: string): void;
  reject(error: unknown): void;
}

/** Fewer than these are made here: handing them over would cost more than it spares. */
const BURST_MIN = 16;
/** Of a burst, what is handed over. */
const HANDED_SHARE = 2 / 3;
const HANDED_BYTES_MAX = 1024 * 1024;
/** Signatures leave little garbage, so the thread takes little memory. */
const THREAD_LIMITS = { maxYoungGenerationSizeMb: 4 };
/** Built, or as the tests run it. */
const PROGRAM = new URL(`signature-thread${extname(import.meta.url)}`, import.meta.url);

/**
 * An ed25519 signature takes a quarter of all the time that a delivery needs, and deliveries come in bursts: of those of one
 * turn of the loop a part is made by a thread beside, handed over in one message, while this thread makes the others.
 * libuv's pool takes them one by one, which costs half as much again for each. The thread is started with the first
 * burst, has one message in hand at a time, and is done without once it has ended.
 */
export function createSigner(program = PROGRAM): Signer {
  let gathered: Job[] = [];
  let handed: readonly Job[] = [];
  let thread: Worker | undefined;
  let isReady = false;

  function start(): Worker {
    const started = new Worker(program, { resourceLimits: THREAD_LIMITS });
    started.unref();
    started.once("online", () => {
      isReady = true;
    });
    started.on("message", settle);
    // The exit follows, which says all that matters here.
    started.on("error", () => {});
    started.once("exit", () => {
      isReady = false;
      settle([]);
    });
    return started;
  }

  /** What has no signature yet is signed here. */
  function settle(signatures: readonly string[]): void {
    const jobs = handed;
    handed = [];
    for (const [index, job] of jobs.entries()) {
      const signature = signatures[index];
      if (signature === undefined) signHere(job);
      else job.resolve(signature);
    }
  }

  function hand(jobs: readonly Job[]): void {
    const batch = batchOf(jobs);
    thread?.postMessage(batch, [batch.contents.buffer]);
    handed = jobs;
  }

  function signGathered(): void {
    const jobs = gathered;
    gathered = [];
    const isBurst = jobs.length >= BURST_MIN;
    if (isBurst) thread ??= start();
    const handedCount = isBurst && isReady && handed.length === 0 ? countToHand(jobs) : 0;
    if (handedCount > 0) hand(jobs.slice(0, handedCount));
    for (const job of jobs.slice(handedCount)) signHere(job);
  }

  const signSoon = (key: KeyObject, head: string, body: Uint8Array): Promise<string> =>
    new Promise((resolve, reject) => {
      if (gathered.length === 0) setImmediate(signGathered);
      gathered.push({ key, head, body, resolve, reject });
    });

  return {
    async sign(keys, { id, timestamp, body }) {
      const head = `${id}.${timestamp}.`;
      const signing = keys.filter(({ untilMs }) => untilMs === null || untilMs > timestamp * 1_000);
      const signatures = await Promise.all(
        signing.map(({ scheme, key }) => (scheme === "v1" ? hmac(key, head, body) : signSoon(key, head, body))),
      );
      // A secret that was taken again while it still signed as a former one signs once.
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

/** How many of a burst, from its beginning, go over in one message. */
function countToHand(jobs: readonly Job[]): number {
  const shared = jobs.slice(0, Math.ceil(jobs.length * HANDED_SHARE));
  let bytes = 0;
  const tooMany = shared.findIndex((job) => {
    bytes += bytesOf(job);
    return bytes > HANDED_BYTES_MAX;
  });
  return tooMany < 0 ? shared.length : tooMany;
}

/** Its contents lie in memory of their own, which goes over with the message. */
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
