import { execFile } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, realpathSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { Buildah } from "./buildah.js";

const execute = promisify(execFile);
const NAME = "localhost/skucast-test/node:24";
const CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt";

/**
 * Creates an image like `node:24-slim` from Debian's packages, the Node.js that runs the tests and this machine's npm,
 * without an image registry, unless the store has it. Returns its name.
 */
export async function createNodeImage(buildah: Buildah): Promise<string> {
  if (await hasImage(buildah, NAME)) return NAME;
  const debian = join(buildah.folder, "debian.tar");
  await execute("mmdebstrap", ["--mode=root", "--variant=minbase", "--include=ca-certificates", "bookworm", debian]);
  const container = await buildah.run("from", "scratch");
  const root = await buildah.run("mount", container);
  await execute("tar", ["--extract", "--file", debian, "--directory", root]);
  await execute("chroot", [root, "useradd", "--uid", "1000", "--user-group", "--create-home", "node"]);
  installNode(root);
  // The image also trusts this machine's own certificate authorities, for example that of a proxy.
  copyFileSync(process.env.NODE_EXTRA_CA_CERTS ?? CERTIFICATES, join(root, CERTIFICATES));
  await buildah.run("umount", container);
  await buildah.run("config", "--env", "PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", container);
  await buildah.run("config", "--env", `NODE_EXTRA_CA_CERTS=${CERTIFICATES}`, container);
  await buildah.run("commit", "--rm", container, NAME);
  return NAME;
}

/** Whether the store has an image of this name. */
export async function hasImage(buildah: Buildah, name: string): Promise<boolean> {
  return (await buildah.run("images", "--quiet", "--filter", `reference=${name}`)) !== "";
}

function installNode(root: string): void {
  const bin = join(root, "usr/local/bin");
  const modules = join(root, "usr/local/lib/node_modules");
  mkdirSync(modules, { recursive: true });
  copyFileSync(process.execPath, join(bin, "node"));
  cpSync(npmFolder(), join(modules, "npm"), { recursive: true, dereference: true });
  for (const program of ["npm", "npx"])
    symlinkSync(`../lib/node_modules/npm/bin/${program}-cli.js`, join(bin, program));
}

/** The folder of the npm on the PATH, whose program is a symbolic link into it. */
function npmFolder(): string {
  const programs = (process.env.PATH ?? "").split(":").map((folder) => join(folder, "npm"));
  for (const program of programs) {
    try {
      return dirname(dirname(realpathSync(program)));
    } catch {
      // not in this folder of the PATH
    }
  }
  throw new Error("There is no npm on the PATH.");
}
