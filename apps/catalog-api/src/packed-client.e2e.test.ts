import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type ApiFixture, openApiFixture } from "./testing/open-api-fixture.js";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const PACKAGE = join(ROOT, "packages/client/dist/package");
const run = (command: string, args: readonly string[], cwd: string, env: Record<string, string> = {}) =>
  promisify(execFile)(command, args, { cwd, timeout: 240_000, env: { ...process.env, ...env } });

let api: ApiFixture;
let folder: string;
beforeAll(async () => {
  api = await openApiFixture();
  folder = mkdtempSync(join(tmpdir(), "skucast-consumer-"));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await api.close();
});

/** Packs a folder as for a registry; returns the file's name. */
async function pack(from: string): Promise<string> {
  const { stdout } = await run("npm", ["pack", "--json", "--ignore-scripts", from], folder);
  return JSON.parse(stdout)[0].filename;
}

/** Packs the client's dependency from this workspace, so that the test needs no registry. */
async function packZod(): Promise<string> {
  const copy = join(folder, "zod-source");
  const resolve = createRequire(join(ROOT, "packages/contracts/package.json")).resolve;
  cpSync(dirname(resolve("zod/package.json")), copy, { recursive: true, dereference: true });
  return pack(copy);
}

/** A program of a user who has only the package. It prints its results. */
const CONSUMER = `
import { ApiError } from "@skucast/client/api/api-error";
import { createClient } from "@skucast/client/api/create-client";
import { createWebhookVerifier } from "@skucast/client/webhooks/create-webhook-verifier";

const { BASE_URL = "", TOKEN = "" } = process.env;
let failures = 2;
let keys: (string | null)[] = [];
const skucast = createClient({
  baseUrl: BASE_URL,
  token: TOKEN,
  wait: async () => {},
  fetch: async (url, init) => {
    const key = new Headers(init?.headers).get("idempotency-key");
    if (init?.method === "POST") keys.push(key);
    const answer = await fetch(url, init);
    // The first two responses are lost.
    if (init?.method === "POST" && failures-- > 0) throw new TypeError("connection reset");
    return answer;
  },
});
const required = { price_amount: "19.90", price_currency: "EUR", availability: "in_stock" } as const;
const made = await skucast.call("upsertProduct", { body: { sku: "a/b", title: "One", ...required } });
for (const sku of ["C", "D"]) await skucast.call("replaceProduct", { params: { sku }, body: { title: sku, ...required } });

const skus: string[] = [];
for await (const product of skucast.items("listProducts", { query: { limit: 2 } })) skus.push(product.sku);
let pages = 0;
for await (const page of skucast.pages("listProducts", { query: { limit: 2 } })) pages += page.data.length > 0 ? 1 : 0;

const types: string[] = [];
const stop = new AbortController();
const until = stop.signal;
try {
  for await (const { items, cursor } of skucast.follow("listEvents", { signal: until, query: { limit: 1 } }, { pauseMs: 5 })) {
    for (const event of items) types.push(event.type);
    if (cursor.length > 0 && types.length === 3) stop.abort(new Error("seen enough"));
  }
} catch (error) {
  types.push((error as Error).message);
}

let code = "";
try {
  await skucast.call("getProduct", { params: { sku: "none" } });
} catch (error) {
  if (error instanceof ApiError) code = error.code;
}
const verifier = createWebhookVerifier({ keys: ["whsec_" + Buffer.from("0123456789abcdef01234567").toString("base64")] });
const refusal = await verifier.verify("{}", {}).catch((error: Error) => error.name);

// @ts-expect-error A wrong value does not compile.
const wrong = () => skucast.call("upsertProduct", { body: { sku: "x", availability: "soon" } });
// @ts-expect-error Nor does an unknown operation.
const unknown = () => skucast.call("upsertProducts");
// @ts-expect-error Nor one whose response is not a list.
const single = () => skucast.items("getMe");
console.log(JSON.stringify({ made: made.version, keys: new Set(keys).size, tries: keys.length, skus, pages, types, code, refusal }));
export { single, unknown, wrong };
`;

/** A program that compiles without the types of Node.js. */
const BARE_CONSUMER = `
import { ApiError } from "@skucast/client/api/api-error";
import { createClient } from "@skucast/client/api/create-client";
import { createWebhookVerifier } from "@skucast/client/webhooks/create-webhook-verifier";
import type { SeenIds } from "@skucast/client/webhooks/seen-ids";
import { WebhookVerificationError } from "@skucast/client/webhooks/webhook-verification-error";

export type { SeenIds };
export { ApiError, createClient, createWebhookVerifier, WebhookVerificationError };
`;

test("the packed client installs in an empty project, compiles strictly, and works", async () => {
  await run(process.execPath, [join(ROOT, "scripts/package-client.mjs")], ROOT);
  const client = await pack(PACKAGE);
  const zod = await packZod();
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "consumer", version: "1.0.0", type: "module" }));
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund", `./${zod}`, `./${client}`], folder);
  const installed = join(folder, "node_modules/@skucast/client");
  const manifest = readFileSync(join(installed, "package.json"), "utf8");
  expect(manifest).not.toContain("workspace:");
  const files = readdirSync(installed, { recursive: true }).map(String);
  expect(files.filter((name) => /\.test\.|(^|\/)testing(\/|$)|\.map$|(^|\/)src(\/|$)/.test(name))).toEqual([]);
  expect(files).toEqual(
    expect.arrayContaining(["README.md", "LICENSE", "contracts/routes.js", "api/create-client.d.ts"]),
  );

  writeFileSync(join(folder, "consumer.ts"), CONSUMER);
  const options = { strict: true, target: "es2023", module: "nodenext", exactOptionalPropertyTypes: true };
  const nodeTypes = dirname(dirname(createRequire(join(ROOT, "package.json")).resolve("@types/node/package.json")));
  const compilerOptions = { ...options, lib: ["es2023", "dom"], types: ["node"], typeRoots: [nodeTypes] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["consumer.ts"] }));
  const compile = (project: string) =>
    run(join(ROOT, "node_modules/.bin/tsc"), ["--project", join(folder, project)], folder).catch((error) => {
      throw new Error(error.stdout);
    });
  await compile("tsconfig.json");

  writeFileSync(join(folder, "bare.ts"), BARE_CONSUMER);
  const bareOptions = { ...compilerOptions, types: [], noEmit: true };
  writeFileSync(join(folder, "bare.json"), JSON.stringify({ compilerOptions: bareOptions, files: ["bare.ts"] }));
  await compile("bare.json");

  const env = { BASE_URL: api.origin, TOKEN: api.workspace.token };
  const { stdout } = await run(process.execPath, ["consumer.js"], folder, env);
  expect(JSON.parse(stdout)).toEqual({
    made: 1,
    keys: 1,
    tries: 3,
    skus: ["C", "D", "a/b"],
    pages: 2,
    types: ["product.created", "product.created", "product.created", "seen enough"],
    code: "not_found",
    refusal: "WebhookVerificationError",
  });
});
