import { randomBytes } from "node:crypto";
import type { UploadFile } from "../upload-content.js";
import { fileInMemory } from "./file-in-memory.js";

/** In bytes: around ssh2's and SFTP's packets, the blocks that a file is read in, and nine of ssh2's packets; and 2.5 MB. */
export const FILE_SIZES = [
  0, 1, 31_951, 31_952, 31_953, 32_768, 261_120, 262_143, 262_144, 262_145, 294_095, 294_096, 294_097, 2_500_000,
] as const;

/** Files with new content, one of each size. */
export const filesOfEverySize = (sizes: readonly number[] = FILE_SIZES): UploadFile[] =>
  sizes.map((bytes) => fileInMemory(`${bytes}.csv`, randomBytes(bytes)));
