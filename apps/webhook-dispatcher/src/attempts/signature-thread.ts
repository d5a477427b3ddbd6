/**
 * The program of the thread beside: ed25519 signatures (RFC 8032), many for a message, answered in base64. It imports
 * nothing of the house, since a thread is started from the file as it lies there, built or not.
 */
import { type KeyObject, sign } from "node:crypto";
import { parentPort } from "node:worker_threads";

export interface SignatureBatch {
  readonly keys: readonly KeyObject[];
  /** What the keys sign, one behind the other. */
  readonly contents: Uint8Array<ArrayBuffer>;
  /** How many bytes of it are each key's. */
  readonly lengths: readonly number[];
}

parentPort?.on("message", ({ keys, contents, lengths }: SignatureBatch) => {
  let end = 0;
  const signatures = keys.map((key, index) => {
    const start = end;
    end += lengths[index] ?? 0;
    return sign(null, contents.subarray(start, end), key).toString("base64");
  });
  parentPort?.postMessage(signatures);
});
