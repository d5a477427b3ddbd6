import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { createGunzip } from "node:zlib";
import { LIMITS } from "@skucast/contracts/limits";
import { type ArchiveEntry, type Manifest, manifestSchema } from "@skucast/contracts/workspace-transfers/archive";
import { extract } from "tar-stream";
import { z } from "zod";
import { MANIFEST_NAME } from "./archive-manifest.js";

const MANIFEST_BYTES_MAX = 40_000_000;
/** The longest line is a channel with two lists of 10,000 SKUs. */
const LINE_BYTES_MAX = 5_000_000;
/** Lines after which other work of this process gets a turn: a small file unpacks to thousands of lines at once. */
const LINES_PER_TURN = 200;

/** The archive is not one of ours, or is damaged. The message is shown to users. */
export class ArchiveError extends Error {
  override readonly name = "ArchiveError";
}

/** A file of an archive, in the order of the manifest. */
export interface ArchiveFile {
  readonly entry: ArchiveEntry;
  /** Its lines as parsed JSON objects with their numbers. Must be read before the next file; what is not read is skipped. */
  rows(): AsyncGenerator<{ line: number; raw: Readonly<Record<string, unknown>> }>;
  /** Reads the rest, and checks size and SHA-256. */
  verify(): Promise<void>;
}

interface TarFile extends Readable {
  readonly header: { readonly name: string; readonly size?: number; readonly type?: string | null };
}

/**
 * Reads an archive from a file: the manifest, then each file that it lists, in constant memory. Throws ArchiveError for
 * everything that is not as the manifest says.
 */
export async function* readArchive(path: string): AsyncGenerator<Manifest | ArchiveFile> {
  const tar = extract();
  const source = createReadStream(path);
  source.on("error", (error) => tar.destroy(error));
  source.pipe(tar);
  // The stream of tar-stream has the interface of Readable, and comes from another implementation.
  const found = tar as unknown as AsyncIterable<TarFile>;
  let manifest: Manifest | undefined;
  let index = 0;
  try {
    const unpacked = { bytes: 0 };
    for await (const file of found) {
      if (manifest === undefined) {
        manifest = await readManifest(file);
        yield manifest;
        continue;
      }
      const entry = manifest.entries[index++];
      if (entry === undefined)
        throw new ArchiveError(
          `The archive has a file that its manifest does not list: ${file.header.name.slice(0, 100)}.`,
        );
      if (file.header.name !== entry.name || file.header.size !== entry.bytes || file.header.type !== "file") {
        throw new ArchiveError(
          `The archive does not continue with ${entry.name} of ${entry.bytes} bytes, as its manifest says.`,
        );
      }
      const archived = archiveFile(file, entry, unpacked);
      yield archived;
      file.resume();
    }
  } catch (error) {
    throw faultOf(error, manifest === undefined ? NOT_TAR : INCOMPLETE);
  } finally {
    source.destroy();
    tar.destroy();
  }
  if (manifest === undefined) throw new ArchiveError(NOT_TAR);
  const missing = manifest.entries[index];
  if (missing !== undefined) throw new ArchiveError(`The archive ends before ${missing.name}. Download it again.`);
}

/** The second is the same fault for a file of which nothing was read yet. */
const CUT_OFF: readonly string[] = ["Unexpected end of data", "Stream was destroyed"];
const TAR_FAULTS = /Invalid tar header|invalid|tar/i;
const NOT_TAR = "The file is not a complete tar archive of an exported workspace.";
const INCOMPLETE = "The archive is incomplete. Download it again.";

/** What users read about a fault of tar-stream. Any other error stays as it is. */
function faultOf(error: unknown, ifCutOff: string): unknown {
  if (!(error instanceof Error) || error instanceof ArchiveError) return error;
  if (CUT_OFF.includes(error.message)) return new ArchiveError(ifCutOff, { cause: error });
  return TAR_FAULTS.test(error.message) ? new ArchiveError(NOT_TAR, { cause: error }) : error;
}

/** The content of a file. An archive that is cut off ends it with an error, which the caller gets instead of `readArchive`. */
async function* contentOf(file: TarFile): AsyncGenerator<Buffer> {
  try {
    yield* file as AsyncIterable<Buffer>;
  } catch (error) {
    throw faultOf(error, INCOMPLETE);
  }
}

async function readManifest(file: TarFile): Promise<Manifest> {
  if (file.header.name !== MANIFEST_NAME) throw new ArchiveError(`An exported workspace begins with ${MANIFEST_NAME}.`);
  if ((file.header.size ?? 0) > MANIFEST_BYTES_MAX) throw new ArchiveError(`${MANIFEST_NAME} is too large.`);
  const chunks: Buffer[] = [];
  for await (const chunk of contentOf(file)) chunks.push(chunk);
  const parsed = manifestSchema.safeParse(parseJson(Buffer.concat(chunks).toString("utf8"), MANIFEST_NAME));
  if (parsed.success) return parsed.data;
  throw new ArchiveError(`${MANIFEST_NAME} is not valid: ${firstOf(parsed.error)}.`);
}

/** The first error of a schema with the place of the value. */
export const firstOf = (error: z.ZodError): string => {
  const [issue] = error.issues;
  return issue ? `${issue.path.join("/") || "it"} ${issue.message}`.slice(0, 300) : "it is not as expected";
};

function parseJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ArchiveError(`${where} is not JSON.`);
  }
}

const rowSchema = z.record(z.string(), z.unknown());

function archiveFile(file: TarFile, entry: ArchiveEntry, unpacked: { bytes: number }): ArchiveFile {
  const hash = createHash("sha256");
  async function* hashed(): AsyncGenerator<Buffer> {
    for await (const chunk of contentOf(file)) {
      hash.update(chunk);
      yield chunk;
    }
  }
  const blocks = hashed();

  return {
    entry,
    async *rows() {
      let line = 0;
      for await (const text of linesOf(blocks, entry.name, unpacked)) {
        line += 1;
        // Not only after the last line: a small file can unpack to more lines than anyone would wait for.
        if (line > entry.rows)
          throw new ArchiveError(`${entry.name} has more lines than the manifest says (${entry.rows}).`);
        if (line % LINES_PER_TURN === 0) await nextTurn();
        const where = `Line ${line} of ${entry.name}`;
        const parsed = rowSchema.safeParse(parseJson(text, where));
        if (!parsed.success) throw new ArchiveError(`${where} is not a JSON object.`);
        yield { line, raw: parsed.data };
      }
      if (line !== entry.rows) throw new ArchiveError(`${entry.name} has ${line} lines and not ${entry.rows}.`);
    },
    async verify() {
      for await (const _ of blocks);
      if (hash.digest("hex") !== entry.sha256) {
        throw new ArchiveError(`${entry.name} is damaged: its SHA-256 is not the one in the manifest.`);
      }
    },
  };
}

async function* linesOf(
  blocks: AsyncGenerator<Buffer>,
  name: string,
  unpacked: { bytes: number },
): AsyncGenerator<string> {
  let rest: Buffer[] = [];
  let restBytes = 0;
  for await (const block of unzipped(blocks, name)) {
    unpacked.bytes += block.length;
    if (unpacked.bytes > LIMITS.workspaceArchiveUnpackedBytesMax) {
      throw new ArchiveError(`The archive unpacks to more than ${LIMITS.workspaceArchiveUnpackedBytesMax} bytes.`);
    }
    let start = 0;
    for (let end = block.indexOf(10); end !== -1; end = block.indexOf(10, start)) {
      yield Buffer.concat([...rest, block.subarray(start, end)]).toString("utf8");
      rest = [];
      restBytes = 0;
      start = end + 1;
    }
    if (start === block.length) continue;
    rest.push(block.subarray(start));
    restBytes += block.length - start;
    if (restBytes > LINE_BYTES_MAX) throw new ArchiveError(`${name} has a line of more than ${LINE_BYTES_MAX} bytes.`);
  }
  if (restBytes > 0) throw new ArchiveError(`The last line of ${name} is not complete.`);
}

async function* unzipped(blocks: AsyncGenerator<Buffer>, name: string): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  const feeding = (async () => {
    for await (const block of blocks) {
      if (gunzip.destroyed) return;
      if (!gunzip.write(block))
        await new Promise<void>((resolve) => gunzip.once("drain", resolve).once("close", resolve));
    }
    gunzip.end();
  })();
  feeding.catch((error: Error) => gunzip.destroy(error));
  try {
    yield* gunzip as AsyncIterable<Buffer>;
    await feeding;
  } catch (error) {
    if (error instanceof Error && "code" in error && String(error.code).startsWith("Z_")) {
      throw new ArchiveError(`${name} is not a complete gzip file.`);
    }
    throw error;
  } finally {
    gunzip.destroy();
  }
}
