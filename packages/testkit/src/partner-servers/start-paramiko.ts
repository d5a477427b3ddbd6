import type { PartnerServer } from "./partner-server.js";
import { startPython } from "./start-python.js";

/** Starts a server of paramiko, confined to its folder. Its user may log in by password or key. */
export async function startParamiko(): Promise<PartnerServer> {
  return startPython({ name: "paramiko", script: "serve-paramiko.py", debianPackage: "python3-paramiko" });
}
