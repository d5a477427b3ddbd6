import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { API_BASE_PATH } from "@skucast/contracts/service";
import { newKeyringText } from "@skucast/credentials/keyring";
import { createOwnDatabase, type OwnDatabase } from "@skucast/db/testing/own-database";
import { eventually } from "@skucast/testkit/eventually";
import { openBuildah } from "@skucast/testkit/images/buildah";
import { createNodeImage } from "@skucast/testkit/images/create-node-image";
import {
  type Image,
  openImage,
  type Started,
  type StartOptions,
  startInImage,
} from "@skucast/testkit/images/start-in-image";
import { reservePort } from "@skucast/testkit/reserve-port";
import { z } from "zod";
import { APP_NAMES } from "./apps.js";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const NAME = "localhost/skucast-test/catalog-api";
/** Size limits of what an image adds to Node.js: all third-party packages, and all of Skucast. */
const SIZE_MB_MAX = { node_modules: 90, packages: 16, apps: 22 };
/** The build fetches and compiles everything. A busy machine takes ten times as long as an idle one. */
const BUILD_MS_MAX = 3_600_000;
const VOLUMES = ["/var/lib/skucast/files", "/var/lib/skucast/uploads"];

const buildah = openBuildah();
const running: Started[] = [];
let image: Image;
let database: OwnDatabase;
let env: Record<string, string>;

beforeAll(async () => {
  database = await createOwnDatabase();
  env = {
    DATABASE_URL: database.appUrl,
    SKUCAST_ENCRYPTION_KEYS: newKeyringText(),
    HOST: "127.0.0.1",
    SKUCAST_LOG_LEVEL: "warn",
    SKUCAST_SHUTDOWN_DELAY: "0s",
  };
  const base = await createNodeImage(buildah);
  const args = ["--build-arg", `NODE_IMAGE=${base}`, "--build-arg", "APP=catalog-api"];
  const files = ["--file", `${ROOT}infra/Dockerfile`, "--ignorefile", `${ROOT}infra/Dockerfile.dockerignore`];
  await buildah.run(
    "build",
    "--format",
    "docker",
    "--pull=false",
    "--layers=false",
    ...args,
    ...files,
    "--tag",
    NAME,
    ROOT,
  );
  image = await openImage(buildah, NAME);
}, BUILD_MS_MAX);

afterAll(async () => {
  for (const { child } of running) child.kill("SIGKILL");
  await Promise.all(running.map((one) => one.ended()));
  await buildah.remove();
  await database.drop();
});

function start(options: StartOptions): Started {
  const started = startInImage(image, { volumes: VOLUMES, ...options, env: { ...env, ...options.env } });
  running.push(started);
  return started;
}

/** Runs a command in the image; resolves with what it prints. Throws an error with its output when it fails. */
async function outputOf(options: StartOptions): Promise<string> {
  const started = start(options);
  const code = await started.ended();
  if (code !== 0) throw new Error(`exit code ${code}: ${started.output()}`);
  return started.output().trim();
}

const skucast = (args: readonly string[], more: Record<string, string> = {}) =>
  outputOf({ command: ["node", "dist/cli.js", ...args], workingDir: "/skucast/apps/standalone", env: more });

async function startApp(app: string): Promise<{ started: Started; url: string; port: number }> {
  const port = await reservePort();
  const sftpPort = await reservePort();
  const ports = { PORT: `${port}`, ...(app === "feed-server" && { SKUCAST_SFTP_PORT: `${sftpPort}` }) };
  const started = start({ workingDir: `/skucast/apps/${app}`, env: ports });
  const url = `http://127.0.0.1:${port}`;
  await eventually(
    async () => {
      if (started.child.exitCode !== null) throw new Error(started.output());
      return (await fetch(`${url}/readyz`)).status === 200;
    },
    { timeoutMs: 120_000 },
  );
  return { started, url, port };
}

test("the image starts its app as an unprivileged user on a read-only root", async () => {
  expect(image.config.WorkingDir).toBe("/skucast/apps/catalog-api");
  expect(await outputOf({ command: ["id", "-u"] })).toBe("1000");
  await expect(outputOf({ command: ["touch", "/skucast/x"] })).rejects.toThrow("Read-only file system");
  await expect(outputOf({ command: ["touch", "/var/lib/skucast/files/x"] })).resolves.toBe("");
});

test("the layers on top of Node.js are small", () => {
  const sizes = Object.keys(SIZE_MB_MAX).map(
    (folder) => [folder, megabytes(`${image.root}/skucast/${folder}`)] as const,
  );
  for (const [folder, max] of Object.entries(SIZE_MB_MAX)) {
    const size = Object.fromEntries(sizes)[folder] ?? Number.NaN;
    expect({ folder, size, isSmall: size <= max }).toEqual({ folder, size, isSmall: true });
  }
});

test("the image has a list of what is in it", () => {
  const { bomFormat, components } = z
    .looseObject({ bomFormat: z.string(), components: z.array(z.looseObject({ name: z.string() })) })
    .parse(JSON.parse(readFileSync(`${image.root}/skucast/sbom.cdx.json`, "utf8")));
  expect(bomFormat).toBe("CycloneDX");
  const names = components.map(({ name }) => name);
  for (const name of ["catalog-api", "express", "pg"]) expect(names).toContain(name);
  for (const name of ["jest", "typescript"]) expect(names).not.toContain(name);
});

test("the image migrates an empty database and serves an API that accepts a product", async () => {
  expect(await skucast(["migrate"], { DATABASE_URL: database.ownerUrl })).toMatch(/applied/i);
  const made = await skucast(["workspaces", "create", "--name", "Shop", "--email", "a@b.example"]);
  const [workspaceId = ""] = /ws_\w+/.exec(made) ?? [];
  const key = await skucast(["keys", "create", "--name", "First", "--workspace", workspaceId]);

  const { started, url, port } = await startApp("catalog-api");
  const [kind, ...check] = image.config.Healthcheck.Test;
  expect(kind).toBe("CMD");
  expect(await outputOf({ command: check, env: { PORT: `${port}` } })).toBe("");
  const product = { sku: "A", title: "A", price_amount: 1, price_currency: "USD", availability: "in_stock" };
  const answer = await fetch(`${url}${API_BASE_PATH}/products`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    body: JSON.stringify(product),
  });
  expect([answer.status, await answer.json()]).toEqual([201, expect.objectContaining(product)]);
  expect(await (await fetch(`${url}/`)).text()).toContain("<title>Skucast</title>");
  started.child.kill("SIGTERM");
  expect(await started.ended()).toBe(0);
});

test.each(APP_NAMES)("%s becomes ready in the image and stops on SIGTERM", async (app) => {
  const { started } = await startApp(app);
  started.child.kill("SIGTERM");
  expect(await started.ended()).toBe(0);
});

function megabytes(folder: string): number {
  return Number(execFileSync("du", ["--summarize", "--block-size=1M", folder], { encoding: "utf8" }).split("\t")[0]);
}
