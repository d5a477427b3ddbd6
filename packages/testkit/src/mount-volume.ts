import { execFileSync } from "node:child_process";
import { appendFileSync, mkdtempSync, rmdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A small file system that can be filled up. */
export interface Volume {
  readonly path: string;
  /** Uses all remaining space. */
  fill(): void;
  /** Frees that space. */
  makeRoom(): void;
  unmount(): void;
}

const BLOCK = Buffer.alloc(64 * 1024);

/** Mounts a volume in memory, on Linux. Requires root. */
export function mountVolume(sizeMb: number): Volume {
  const path = mkdtempSync(join(tmpdir(), "skucast-volume-"));
  const filler = join(path, "filler");
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${sizeMb}m,mode=700`, "tmpfs", path]);
  return {
    path,
    fill: () => {
      for (;;) {
        try {
          appendFileSync(filler, BLOCK);
        } catch (error) {
          if (isFull(error)) return;
          throw error;
        }
      }
    },
    makeRoom: () => rmSync(filler, { force: true }),
    unmount: () => {
      execFileSync("umount", [path]);
      rmdirSync(path);
    },
  };
}

const isFull = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "code" in error && error.code === "ENOSPC";
