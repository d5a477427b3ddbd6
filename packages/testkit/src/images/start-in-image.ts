import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Buildah } from "./buildah.js";

/** The configuration of an image, as shown by `docker inspect`. */
export interface ImageConfig {
  readonly User: string;
  readonly WorkingDir: string;
  readonly Env: readonly string[];
  readonly Cmd: readonly string[];
  readonly Healthcheck: { readonly Test: readonly string[] };
}

export interface Image {
  readonly config: ImageConfig;
  /** The folder at which its file system is mounted. */
  readonly root: string;
}

export async function openImage(buildah: Buildah, name: string): Promise<Image> {
  const { Docker } = JSON.parse(await buildah.run("inspect", "--type", "image", name));
  const container = await buildah.run("from", "--pull=false", name);
  return { config: Docker.config, root: await buildah.run("mount", container) };
}

export interface Started {
  readonly child: ChildProcess;
  /** Its output so far. */
  output(): string;
  /** Resolves with its exit code when it ends. */
  ended(): Promise<number | null>;
}

export interface StartOptions {
  readonly command?: readonly string[];
  readonly workingDir?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Folders of the image that are writable: empty ones, or as `FOLDER:FOLDER_OF_THE_IMAGE` those of this machine. */
  readonly volumes?: readonly string[];
}

/**
 * Mounts are private to the process and end with it. The command replaces the shell, so that it receives signals.
 * Arguments: root, user, volumes (separated by spaces), working folder, then the environment and the command.
 */
const SCRIPT = `set -e
root=$1 user=$2 volumes=$3 folder=$4; shift 4
mount --bind "$root" "$root"
mount -o remount,bind,ro "$root"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount -t proc proc "$root/proc"
mount --bind /dev "$root/dev"
mount --bind /etc/resolv.conf "$root/etc/resolv.conf" 2>/dev/null || true
for volume in $volumes; do
  if [ "$volume" = "\${volume#*:}" ]; then mount -t tmpfs -o mode=777 tmpfs "$root$volume"
  else mount --bind "\${volume%%:*}" "$root\${volume#*:}"; fi
done
exec setpriv --no-new-privs chroot --userspec="$user:$user" "$root" env -i -C "$folder" "$@"`;

/** Starts an image like compose.yml: as the image's user, with a read-only root and without new privileges. */
export function startInImage({ config, root }: Image, options: StartOptions = {}): Started {
  const { command = config.Cmd, workingDir = config.WorkingDir, env = {}, volumes = [] } = options;
  const variables = [...config.Env, ...Object.entries(env).map(([name, value]) => `${name}=${value}`)];
  const place = [root, config.User, volumes.join(" "), workingDir];
  const child = spawn("unshare", ["--mount", "sh", "-c", SCRIPT, "sh", ...place, ...variables, ...command], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const keep = (chunk: Buffer) => {
    output += chunk.toString("utf8");
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  const ended = once(child, "close").then(([code]): number | null => code);
  return { child, output: () => output, ended: () => ended };
}
