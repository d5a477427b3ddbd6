import { existsSync } from "node:fs";
import { installDebianPackages } from "./debian.mjs";

const PROGRAMS = { buildah: "/usr/bin/buildah", mmdebstrap: "/usr/bin/mmdebstrap" };

/** Installs what builds images without a registry, if it is missing. Throws instructions if that fails. */
export async function provideImageTools() {
  if (missing().length > 0) await installDebianPackages(...missing());
  if (missing().length === 0) return;
  throw new Error(
    `The soak tests build the image. Install what is missing, and run them as root:\n  sudo apt-get install ${missing().join(" ")}`,
  );
}

const missing = () =>
  Object.entries(PROGRAMS)
    .filter(([, path]) => !existsSync(path))
    .map(([name]) => name);
