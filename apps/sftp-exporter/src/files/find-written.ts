import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { RunFile } from "@skucast/contracts/runs/run";

/** The path of a file that stands in the folder with exactly the bytes it was written with; undefined otherwise. */
export async function findWritten(folder: string, { name, sha256 }: RunFile): Promise<string | undefined> {
  const path = join(folder, name);
  const hash = createHash("sha256");
  try {
    await pipeline(createReadStream(path), hash);
  } catch {
    return undefined; // not on this machine: it is made again
  }
  return hash.digest("hex") === sha256 ? path : undefined;
}
