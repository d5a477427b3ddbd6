import { fileURLToPath } from "node:url";
import { asPartner } from "./as-partner.js";
import { PASSWORD, type PartnerServer, USERNAME } from "./partner-server.js";
import { runServer } from "./run-server.js";
import { createServerFiles, requireProgram } from "./ssh-keys.js";

interface PythonServer {
  readonly name: string;
  /** A file of this folder. */
  readonly script: string;
  readonly debianPackage: string;
}

/** Debian's packages of Python modules are for Debian's own Python, whatever `python3` is on the PATH. */
const PYTHON = "/usr/bin/python3";

/** Starts a server script with Debian's Python; the module that it serves with says in the log if it is missing. */
export async function startPython({ name, script, debianPackage }: PythonServer): Promise<PartnerServer> {
  requireProgram(PYTHON, `python3 ${debianPackage}`);
  requireProgram(`/usr/lib/python3/dist-packages/${name}/__init__.py`, debianPackage);
  // Scripts stay with the sources: the compiler does not copy them.
  const file = fileURLToPath(new URL(`../../src/partner-servers/${script}`, import.meta.url));
  const files = createServerFiles(name);
  const settings = (port: number) => ({
    port,
    username: USERNAME,
    password: PASSWORD,
    host_keys: files.hostKeyFiles,
    authorized_keys: files.authorizedKeysFile,
    folder: files.folder,
  });
  const server = await runServer({
    name,
    command: PYTHON,
    args: (port) => ["-u", file, JSON.stringify(settings(port))],
    listening: /^listening$/,
    home: files.home,
  });
  return asPartner(server, files, "/");
}
