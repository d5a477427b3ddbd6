import { once } from "node:events";
import type { ExportPart } from "@skucast/db/workspace-transfers/transfer-work";
import { pack } from "tar-stream";
import { MANIFEST_NAME } from "./archive-manifest.js";

const BLOCK = 512;
/** A longer name may take further blocks. */
const NAME_BYTES_MAX = 100;

/** A piece of an archive: bytes that are calculated when they are sent, or a stored part. */
export interface Segment {
  readonly bytes: number;
  readonly content: (() => Buffer | Promise<Buffer>) | { readonly part: string };
}

export interface ArchiveContent {
  readonly manifest: Buffer;
  readonly parts: readonly ExportPart[];
  readonly mtime: Date;
}

/**
 * The pieces of the tar file of an export, in their order: each file has a header and fills whole blocks, and two empty
 * blocks end it. So any range of the archive can be read without the parts before it.
 */
export async function archiveSegments({ manifest, parts, mtime }: ArchiveContent): Promise<Segment[]> {
  const files = [
    { name: MANIFEST_NAME, bytes: manifest.length, content: () => manifest },
    ...parts.map(({ name, bytes }) => ({ name, bytes, content: { part: name } })),
  ];
  const segments: Segment[] = [];
  for (const { name, bytes, content } of files) {
    const header = () => headerOf(name, bytes, mtime);
    const isLong = Buffer.byteLength(name) > NAME_BYTES_MAX;
    segments.push({ bytes: isLong ? (await header()).length : BLOCK, content: header });
    segments.push({ bytes, content }, zeros((BLOCK - (bytes % BLOCK)) % BLOCK));
  }
  return [...segments, zeros(2 * BLOCK)].filter(({ bytes }) => bytes > 0);
}

export const bytesOf = (segments: readonly Segment[]): number => segments.reduce((sum, { bytes }) => sum + bytes, 0);

const zeros = (bytes: number): Segment => ({ bytes, content: () => Buffer.alloc(bytes) });

/** What a tar file has before the content of a file. A long name takes several blocks. */
async function headerOf(name: string, size: number, mtime: Date): Promise<Buffer> {
  const tar = pack();
  tar.entry({ name, size, mtime });
  await once(tar, "readable");
  const blocks: Buffer[] = [];
  for (let block = tar.read(); block !== null; block = tar.read()) blocks.push(block as Buffer);
  tar.destroy();
  return Buffer.concat(blocks);
}
