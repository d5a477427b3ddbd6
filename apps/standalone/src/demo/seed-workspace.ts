import { randomBytes } from "node:crypto";
import { newId } from "@skucast/contracts/ids";
import { hashPassword } from "@skucast/credentials/password";
import { hashToken, newToken } from "@skucast/credentials/token";
import { createApiKey } from "@skucast/db/api-keys/insert-api-key";
import type { Database } from "@skucast/db/database";
import { createWorkspace, workspaceExists } from "@skucast/db/workspaces/create-workspace";
import type { DataFolder } from "../data-folder.js";
import { type Demo, readDemo, writeDemo } from "./demo-file.js";
import { newHostKey } from "./partner.js";

/** The demo workspace with a user and an API key: created once per database and reused by later starts. */
export async function seedWorkspace(db: Database, folder: DataFolder, baseUrl: string): Promise<Demo> {
  const kept = readDemo(folder);
  if (kept && (await workspaceExists(db, kept.workspace_id))) {
    const demo = { ...kept, base_url: baseUrl };
    writeDemo(folder, demo);
    return demo;
  }
  const workspaceId = newId("ws");
  const password = randomBytes(12).toString("base64url");
  // Each demo has its own email address: a demo of another data folder in the same database keeps its password.
  const email = `demo-${workspaceId.slice(-6)}@skucast.example`;
  const owner = { id: newId("usr"), email, passwordHash: await hashPassword(password) };
  await createWorkspace(db, { id: workspaceId, name: "Demo", owner });
  const apiKey = await addApiKey(db, workspaceId, "Demo");
  const demo: Demo = {
    base_url: baseUrl,
    workspace_id: workspaceId,
    api_key: apiKey,
    user: { email, password },
    partner: {
      username: "partner",
      password: randomBytes(12).toString("base64url"),
      host_key: newHostKey(),
      folder: folder.at("demo", "partner"),
    },
  };
  writeDemo(folder, demo);
  return demo;
}

/** Creates an API key; resolves with its secret, of which the database stores only a hash. */
export async function addApiKey(db: Database, workspaceId: string, name: string): Promise<string> {
  const secret = newToken("sk");
  const secretHash = hashToken(secret);
  const id = newId("key");
  await createApiKey(db, { workspaceId, id, name, secretHash, lastFour: secret.slice(-4) }, new Date());
  return secret;
}
