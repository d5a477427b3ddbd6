import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createTestDatabase } from "@skucast/testkit/create-test-database";
import { queryDatabase } from "@skucast/testkit/query-database";
import { reservePort } from "@skucast/testkit/reserve-port";
import { type ApiClient, apiClient } from "../api-client.js";

const PROGRAM = fileURLToPath(new URL("../../dist/main.js", import.meta.url));
const READY_MS = 240_000;
/** The built-in bus, none of jest's Node options, and no sample products. */
const DEFAULT_ENV = { AMQP_URL: "", NODE_OPTIONS: "", SKUCAST_DEMO_PRODUCTS: "0" };

/** The fields of demo.json that outside programs rely on. */
export interface DemoContract {
  readonly base_url: string;
  readonly workspace_id: string;
  readonly api_key: string;
  readonly user: { readonly email: string; readonly password: string };
  readonly feed_id: string;
  readonly destination_id: string;
  /** `folder` holds the files that the demo partner received. */
  readonly partner: { readonly folder: string };
}

/**
 * An installation in its own folder, started and stopped as a user would. Without SKUCAST_DEMO_PRODUCTS it has no
 * sample products.
 */
export interface Deployment {
  readonly dataDir: string;
  readonly baseUrl: string;
  /** Starts the built program; resolves with its output once it is ready. */
  start(): Promise<{ output: string }>;
  demo(): DemoContract;
  demoFileMode(): number;
  api(): ApiClient;
  /** Ctrl-C; resolves with the exit code. */
  interrupt(): Promise<number | null>;
  /** kill -9 of the program. */
  kill(): Promise<void>;
  /** Stops the program and deletes the folder. */
  remove(): Promise<void>;
}

export async function createDeployment(
  env: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
): Promise<Deployment> {
  const dataDir = mkdtempSync(join(tmpdir(), "skucast-deployment-"));
  const port = await reservePort();
  // The product would choose one itself, as another test's deployment may at the same time.
  const sftpPort = await reservePort();
  let child: ChildProcess | undefined;

  const demo = (): DemoContract => JSON.parse(readFileSync(join(dataDir, "demo.json"), "utf8"));
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    child.kill(signal);
    const [code] = await once(child, "exit");
    return code;
  };
  return {
    dataDir,
    baseUrl: `http://localhost:${port}`,
    async start() {
      child = spawn(process.execPath, [PROGRAM, ...args], {
        env: {
          ...process.env,
          PORT: String(port),
          SKUCAST_SFTP_PORT: String(sftpPort),
          SKUCAST_DATA_DIR: dataDir,
          ...DEFAULT_ENV,
          ...env,
        },
        stdio: ["ignore", "pipe", "pipe"],
      });
      return { output: await readyOutput(child) };
    },
    demo,
    demoFileMode: () => statSync(join(dataDir, "demo.json")).mode & 0o777,
    api: () => apiClient(demo().base_url, demo().api_key),
    interrupt: () => end("SIGINT"),
    kill: async () => void (await end("SIGKILL")),
    async remove() {
      await end("SIGINT");
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A deployment whose database the tests can reach, to let time have passed. */
export interface DeploymentOnTestDatabase extends Deployment {
  /** Runs a statement as the superuser, who sees the rows of all workspaces. */
  query(sql: string): Promise<Record<string, unknown>[]>;
}

/**
 * A deployment on a migrated database in the PostgreSQL of the test run, which takes half the CPU time to start. Tests of
 * the embedded PostgreSQL and of migration use `createDeployment`.
 */
export async function createDeploymentOnTestDatabase(
  env: Readonly<Record<string, string>> = {},
): Promise<DeploymentOnTestDatabase> {
  const database = await createTestDatabase();
  const deployment = await createDeployment({ ...env, DATABASE_URL: database.ownerUrl });
  return {
    ...deployment,
    query: (sql) => queryDatabase(database.superuserUrl, sql),
    async remove() {
      await deployment.remove();
      await database.drop();
    },
  };
}

function readyOutput(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = "";
    const timer = setTimeout(() => reject(new Error(`not ready after ${READY_MS} ms:\n${output}`)), READY_MS);
    const onOutput = (chunk: Buffer) => {
      output += chunk.toString();
      if (!output.includes("Stop with Ctrl-C.")) return;
      clearTimeout(timer);
      resolve(output);
    };
    child.stdout?.on("data", onOutput);
    child.stderr?.on("data", onOutput);
    child.once("exit", (code) => {
      clearTimeout(timer);
      reject(new Error(`ended with ${code}:\n${output}`));
    });
  });
}
