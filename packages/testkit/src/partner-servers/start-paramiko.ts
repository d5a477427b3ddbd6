import type { PartnerServer } from "./partner-server.js";
import { startPython } from "./start-python.js";

/** Starts a paramiko server, confined to its folder. Its user may log in with password or key. */
export async function startParamiko(): Promise<PartnerServer> {
  return startPython({ name: "paramiko", script: "serve-paramiko.py", debianPackage: "python3-paramiko" });
}
