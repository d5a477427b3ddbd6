import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The passwords of the cluster's login roles. They never leave this machine. */
export interface ClusterSecrets {
  readonly superuser: string;
  readonly owner: string;
  readonly app: string;
}

/** Reads the cluster's passwords from `homeDir`, or creates them (file mode 0600) if there are none. */
export function loadSecrets(homeDir: string): ClusterSecrets {
  const path = join(homeDir, "passwords.json");
  if (existsSync(path)) return JSON.parse(readFileSync(path, "utf8")) as ClusterSecrets;
  if (existsSync(join(homeDir, "cluster"))) {
    throw new Error(`${path} is missing. Without it no login to the cluster is possible. Restore the file.`);
  }
  const password = () => randomBytes(24).toString("base64url");
  const secrets: ClusterSecrets = { superuser: password(), owner: password(), app: password() };
  // Replaced atomically: with an incomplete file no login would be possible.
  writeFileSync(`${path}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
  return secrets;
}
