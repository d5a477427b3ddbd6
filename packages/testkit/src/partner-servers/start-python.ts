import { fileURLToPath } from "node:url";
import { createPartnerServer } from "./create-partner-server.js";
import { PASSWORD, type PartnerServer, USERNAME } from "./partner-server.js";
import { runServer } from "./run-server.js";
import { createServerFiles, requireProgram } from "./ssh-keys.js";

interface PythonServer {
  readonly name: string;
  /** A file in this folder. */
  readonly script: string;
  readonly debianPackage: string;
}

/** Debian's Python modules only work with Debian's Python, which may not be the one on the PATH. */
const PYTHON = "/usr/bin/python3";

/** Starts a server script with Debian's Python. */
export async function startPython({ name, script, debianPackage }: PythonServer): Promise<PartnerServer> {
  requireProgram(PYTHON, `python3 ${debianPackage}`);
  requireProgram(`/usr/lib/python3/dist-packages/${name}/__init__.py`, debianPackage);
  // The scripts are in the source folder, because the compiler does not copy them.
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
  return createPartnerServer(server, files, "/");
}
