import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;

/** Debian's buildah with its own store. It needs root, but no daemon, user namespaces or registry. */
export interface Buildah {
  /** A folder that is deleted with the store. */
  readonly folder: string;
  /** Runs a command and returns its standard output; rejects with its output if it fails. */
  run(command: string, ...args: readonly string[]): Promise<string>;
  /** Deletes all containers, and keeps the images. */
  removeContainers(): Promise<void>;
  /** Deletes the store with all images. */
  remove(): Promise<void>;
}

export interface BuildahOptions {
  /** The folder of the store; a new one by default. */
  readonly folder?: string | undefined;
  /** Ends the command that runs. Removing is still possible after that. */
  readonly signal?: AbortSignal;
}

/** Opens a new store, or the one in the given folder. */
export function openBuildah({ folder = newFolder(), signal }: BuildahOptions = {}): Buildah {
  const store = ["--root", join(folder, "root"), "--runroot", join(folder, "run"), "--storage-driver", "vfs"];
  return {
    folder,
    run: async (command, ...args) => {
      signal?.throwIfAborted();
      const env = { ...process.env, BUILDAH_ISOLATION: "chroot" };
      // It leads a group of its own (setsid), so that the commands that it runs in a container end with it.
      const options = { maxBuffer: OUTPUT_BYTES_MAX, env };
      const running = promisify(execFile)("setsid", ["buildah", ...store, command, ...args], options);
      const group = -Number(running.child.pid);
      const end = () => process.kill(group, "SIGKILL");
      signal?.addEventListener("abort", end);
      const { stdout } = await running.finally(() => signal?.removeEventListener("abort", end));
      return stdout.trim();
    },
    removeContainers: async () => {
      await promisify(execFile)("buildah", [...store, "rm", "--all"]);
    },
    remove: async () => {
      await promisify(execFile)("buildah", [...store, "umount", "--all"]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const newFolder = () => mkdtempSync(join(tmpdir(), "skucast-images-"));
