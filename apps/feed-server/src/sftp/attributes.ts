import type { Attributes } from "ssh2";
import type { LiveFile, TreeNode } from "./tree.js";

const READ_ONLY_FILE = 0o100444;
const READ_ONLY_FOLDER = 0o040555;

const owned = { uid: 0, gid: 0 } as const;

export const fileAttributes = ({ bytes, modifiedSeconds }: LiveFile): Attributes => ({
  mode: READ_ONLY_FILE,
  ...owned,
  size: bytes,
  atime: modifiedSeconds,
  mtime: modifiedSeconds,
});

export function attributesOf(node: TreeNode): Attributes {
  if (node.type === "file") return fileAttributes(node.file);
  const newest = Math.max(0, ...node.files.map(({ modifiedSeconds }) => modifiedSeconds));
  return { mode: READ_ONLY_FOLDER, ...owned, size: 0, atime: newest, mtime: newest };
}

/** A line in the format of `ls -l`, which clients print. */
export function longName({ name, bytes, modifiedSeconds }: LiveFile): string {
  const date = new Date(modifiedSeconds * 1_000).toUTCString();
  const [, day = "", month = "", year = ""] = / (\d\d) (\w{3}) (\d{4}) /.exec(date) ?? [];
  return `-r--r--r--    1 feed     feed     ${String(bytes).padStart(12)} ${month} ${day}  ${year} ${name}`;
}
