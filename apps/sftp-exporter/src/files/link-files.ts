import { copyFile, link, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";

/**
 * Gives one run's files to another, too. They are the same bytes on the disk where it can share them: files of runs are
 * replaced whole and never written to. May be repeated. False when one of them is gone.
 */
export async function linkFiles(names: readonly string[], from: string, to: string): Promise<boolean> {
  await mkdir(to, { recursive: true });
  for (const name of names) {
    const [source, target] = [join(from, name), join(to, name)];
    await rm(target, { force: true });
    try {
      await link(source, target).catch((error: unknown) => {
        if (isMissing(error)) throw error;
        return copyFile(source, target);
      });
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }
  return true;
}

const isMissing = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "code" in error && error.code === "ENOENT";
