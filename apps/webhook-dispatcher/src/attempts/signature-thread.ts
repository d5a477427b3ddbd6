/**
 * The program of the signing thread: creates ed25519 signatures (RFC 8032), many per message, and returns them in base64.
 * It imports no other module of this project, because a thread runs this file as it is, compiled or not.
 */
import { type KeyObject, sign } from "node:crypto";
import { parentPort } from "node:worker_threads";

export interface SignatureBatch {
  readonly keys: readonly KeyObject[];
  /** The contents to sign, concatenated. */
  readonly contents: Uint8Array<ArrayBuffer>;
  /** The number of bytes for each key. */
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
