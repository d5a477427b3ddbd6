import { posix } from "node:path";
import type { RunFile } from "@skucast/contracts/runs/run";
import type { FeedServerContext } from "../context.js";
import { findLiveFiles, type LiveFiles } from "../credentials/find-live-files.js";

/** What a path is: the only folder that a partner sees, or a file in it. */
export type TreeNode =
  | { readonly type: "folder"; readonly files: readonly LiveFile[] }
  | { readonly type: "file"; readonly file: LiveFile };

export interface LiveFile extends RunFile {
  readonly workspaceId: string;
  readonly runId: string;
  readonly modifiedSeconds: number;
}

/** The live files as a folder. Cached for one second, so that many requests cause one query. */
export interface Tree {
  at(path: string): Promise<TreeNode | undefined>;
}

const CACHE_MS = 1_000;

/** Normalizes a path to an absolute one. `..` cannot leave the root. */
export const resolvePath = (path: string): string => posix.resolve("/", path);

export function createTree(ctx: Pick<FeedServerContext, "db" | "clock">, credentialId: string): Tree {
  let known: { atMs: number; files: Promise<readonly LiveFile[]> } | undefined;

  function look(): Promise<readonly LiveFile[]> {
    const nowMs = ctx.clock.now().getTime();
    if (!known || nowMs - known.atMs >= CACHE_MS) {
      const files = findLiveFiles(ctx, { id: credentialId }, "sftp_pull").then(filesOf);
      known = { atMs: nowMs, files };
      files.catch(() => {
        known = undefined;
      });
    }
    return known.files;
  }

  return {
    async at(path) {
      const resolved = resolvePath(path);
      const files = await look();
      if (resolved === "/") return { type: "folder", files };
      const file = files.find(({ name }) => `/${name}` === resolved);
      return file && { type: "file", file };
    },
  };
}

function filesOf(live: LiveFiles | undefined): readonly LiveFile[] {
  if (!live?.run) return [];
  const { id: runId, finishedAt, files } = live.run;
  const modifiedSeconds = Math.floor(finishedAt.getTime() / 1_000);
  return files.map((file) => ({ ...file, workspaceId: live.workspaceId, runId, modifiedSeconds }));
}
