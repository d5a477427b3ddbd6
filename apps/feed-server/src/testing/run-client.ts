import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);
const TIMEOUT_MS = 240_000;

/** The Debian package of each client program that the tests run. */
const PACKAGES = {
  // Debian's Python modules need Debian's interpreter, even if another one comes first in PATH.
  "/usr/bin/python3": "python3-paramiko and python3-asyncssh",
  sftp: "openssh-client",
  scp: "openssh-client",
  ssh: "openssh-client",
  sshpass: "sshpass",
  curl: "curl",
  lftp: "lftp",
  rclone: "rclone",
  wget: "wget",
} as const;

/**
 * Runs a partner's program without the settings of the machine's user. Throws an error with its output or, when it is not
 * installed, with the name of its package.
 */
export async function runClient(
  program: keyof typeof PACKAGES,
  args: readonly string[],
  { cwd, input = {} }: { readonly cwd: string; readonly input?: Readonly<Record<string, string>> },
): Promise<string> {
  const env = { PATH: process.env.PATH ?? "", LANG: "C.UTF-8", HOME: cwd, ...input };
  try {
    const { stdout, stderr } = await run(program, args, { cwd, env, timeout: TIMEOUT_MS });
    return stdout + stderr;
  } catch (error) {
    const { code, stderr = "" } = error as { code?: unknown; stderr?: string };
    const isMissing = code === "ENOENT" || stderr.includes("ModuleNotFoundError");
    if (isMissing) throw new Error(`${program} cannot run: install ${PACKAGES[program]}.`, { cause: error });
    throw new Error(`${program} failed: ${stderr}`, { cause: error });
  }
}
