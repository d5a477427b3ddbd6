import type { PartnerServer } from "./partner-server.js";
import { startPython } from "./start-python.js";

/** Starts an asyncssh server, confined to its folder. Its user may log in with password or key. */
export async function startAsyncssh(): Promise<PartnerServer> {
  return startPython({ name: "asyncssh", script: "serve-asyncssh.py", debianPackage: "python3-asyncssh" });
}
