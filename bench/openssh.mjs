// OpenSSH's client, which sets the limits of file transfers.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** In the order of preference of the product's client, so that both choose the same cipher: the first is the fastest. */
const CIPHERS = "aes128-gcm@openssh.com,aes128-ctr";

/** Runs commands of `sftp` in one session; returns the seconds that they took, login included. */
export async function sftp(testbed, { host, port, username, privateKeyFile }, commands) {
  const settings = [
    "BatchMode=yes",
    "IdentitiesOnly=yes",
    "LogLevel=ERROR",
    "StrictHostKeyChecking=no",
    `UserKnownHostsFile=${join(testbed.dir, `known_hosts_${port}`)}`,
  ].flatMap((setting) => ["-o", setting]);
  const login = ["-F", "none", "-c", CIPHERS, "-i", privateKeyFile, "-P", String(port), `${username}@${host}`];
  const startedAtMs = performance.now();
  const child = spawn("sftp", ["-q", "-b", "-", ...settings, ...login], { stdio: ["pipe", "ignore", "inherit"] });
  child.stdin.end(`${commands.join("\n")}\n`);
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`sftp ended with code ${code}`);
  return (performance.now() - startedAtMs) / 1000;
}
