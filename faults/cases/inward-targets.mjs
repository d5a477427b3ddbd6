import { setTimeout as pause } from "node:timers/promises";
import { newId } from "@skucast/contracts/ids";
import { API_BASE_PATH } from "@skucast/contracts/service";
import { parseKeyring } from "@skucast/credentials/keyring";
import { sealSecret } from "@skucast/credentials/seal";
import { newWebhookSecret } from "@skucast/credentials/webhook-secret";
import { startCanary } from "../canary.mjs";
import { inwardHosts, inwardUrls } from "../inward-urls.mjs";
import { startWriter } from "../writer.mjs";

const PUBLIC_URL = "https://192.0.78.9/"; // a public address that is never called, because the endpoint is paused

export const inwardTargets = {
  title: `internal addresses in ${inwardUrls(1).length} spellings: at creation, at update, when connecting, and as SFTP hosts`,
  async run(testbed, checks) {
    testbed.env.SKUCAST_ALLOW_TARGETS = "";
    const canary = await startCanary();
    const urls = inwardUrls(canary.port);
    const api = await testbed.apps.start("catalog-api");
    const workspace = await testbed.createWorkspace();
    const statuses = (path, method, bodies) =>
      Promise.all(bodies.map((body) => send(api, workspace, method, path, body)));
    const created = await statuses(
      "/webhook-endpoints",
      "POST",
      urls.map((url) => ({ url })),
    );
    const summaryOf = (all) => `${all.filter((status) => status === 422).length} of ${all.length} refused`;
    const isAll = (all) => all.every((status) => status === 422);
    checks.check(`at creation ${summaryOf(created)}`, isAll(created));
    const paused = await send(
      api,
      workspace,
      "POST",
      "/webhook-endpoints",
      { url: PUBLIC_URL, status: "paused" },
      true,
    );
    const changed = await statuses(
      `/webhook-endpoints/${paused.id}`,
      "PATCH",
      urls.map((url) => ({ url })),
    );
    checks.check(`at update ${summaryOf(changed)}`, isAll(changed));
    const destination = {
      name: "d",
      username: "u",
      host_keys: [`SHA256:${"A".repeat(43)}`],
      auth: { type: "public_key" },
    };
    const hosts = await statuses(
      "/destinations",
      "POST",
      inwardHosts().map((host) => ({ ...destination, host, port: canary.port })),
    );
    checks.check(`as SFTP hosts ${summaryOf(hosts)}`, isAll(hosts));
    await checkConnecting(testbed, checks, api, urls);
    checks.check(`${canary.hitCount()} connections to the internal listener (none)`, canary.hitCount() === 0);
    await canary.close();
  },
};

/** Endpoints that passed every check, as if their names had been changed to internal addresses since. */
async function checkConnecting(testbed, checks, api, urls) {
  const workspace = await testbed.createWorkspace();
  const parsed = urls.filter((url) => URL.canParse(url) && /^https?:/.test(url) && !url.includes("example.com:"));
  for (const url of parsed) await insertEndpoint(testbed, workspace, url);
  await testbed.apps.start("webhook-dispatcher", { more: { SKUCAST_WEBHOOK_TIMEOUT: "2s" } });
  const writer = startWriter({ apis: [api], workspaces: [workspace], perSecond: 0 });
  await writer.write();
  await writer.stop();
  let rows = [];
  for (const deadline = Date.now() + 60_000; rows.length < parsed.length && Date.now() < deadline; await pause(200)) {
    ({ rows } = await testbed.db.system.query("SELECT outcome FROM delivery_attempts WHERE number = 1"));
  }
  const reached = rows.filter(({ outcome }) => outcome !== "refused_target" && outcome !== "unreachable").length;
  const refused = rows.filter(({ outcome }) => outcome === "refused_target").length;
  checks.check(
    `when connecting: ${refused} of ${parsed.length} rejected, ${rows.length - refused - reached} do not resolve, ${reached} called (none)`,
    rows.length === parsed.length && reached === 0,
  );
}

async function insertEndpoint(testbed, workspace, url) {
  const id = newId("whe");
  const sealed = sealSecret(
    parseKeyring(testbed.env.SKUCAST_ENCRYPTION_KEYS),
    newWebhookSecret(),
    `${workspace.id}/${id}/secret`,
  );
  const client = await testbed.db.app.connect();
  try {
    await client.query("BEGIN");
    await client.query("SELECT set_config('app.workspace_id', $1, true), set_config('app.actor', '*', true)", [
      workspace.id,
    ]);
    await client.query(
      `INSERT INTO webhook_endpoints (workspace_id, id, url, status, event_types, secret_sealed, created_at, updated_at)
       VALUES ($1, $2, $3, 'active', '["*"]', $4, now(), now())`,
      [workspace.id, id, url, sealed],
    );
    await client.query("COMMIT");
  } finally {
    client.release();
  }
}

async function send(api, workspace, method, path, body, isAnswerWanted = false) {
  const response = await fetch(`${api.baseUrl}${API_BASE_PATH}${path}`, {
    method,
    headers: { authorization: `Bearer ${workspace.apiKey}`, "content-type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  });
  const answer = await response.json();
  return isAnswerWanted ? answer : response.status;
}
