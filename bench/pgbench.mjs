// PostgreSQL's load generator, which sets the limits: with the same role and the same row-level security.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cpuOfServer } from "./cpu.mjs";

const PLACES = existsSync("/usr/lib/postgresql")
  ? readdirSync("/usr/lib/postgresql").map((version) => `/usr/lib/postgresql/${version}/bin/pgbench`)
  : [];

/** Path of pgbench; throws instructions if it is missing. */
export function findPgbench() {
  for (const path of ["pgbench", ...PLACES]) {
    try {
      execFileSync(path, ["--version"], { stdio: "ignore" });
      return path;
    } catch {
      // try the next path
    }
  }
  throw new Error(
    "pgbench sets the limits and is not installed: apt-get install postgresql-contrib, or your system's PostgreSQL package.",
  );
}

/** Runs a script on some connections for some seconds: operations per second and PostgreSQL's CPU per operation. */
export async function pgbench(testbed, { name, script, clients, seconds }) {
  const file = join(testbed.dir, `${name}.sql`);
  writeFileSync(file, script);
  const before = cpuOfServer(testbed.postmaster);
  const args = [
    "-n",
    "-M",
    "prepared",
    "-c",
    String(clients),
    "-j",
    "1",
    "-T",
    String(seconds),
    "-f",
    file,
    testbed.postgres.appUrl,
  ];
  const output = await run(findPgbench(), args, {
    PGOPTIONS: `-c role=skucast_app -c app.workspace_id=${testbed.workspaceId}`,
  });
  const count = Number(/number of transactions actually processed: (\d+)/.exec(output)?.[1]);
  const rate = Number(/tps = ([\d.]+)/.exec(output)?.[1]);
  if (!Number.isFinite(rate)) throw new Error(`pgbench printed:\n${output}`);
  return { rate, cpuUs: (cpuOfServer(testbed.postmaster) - before) / count };
}

function run(command, args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    child.once("error", reject);
    child.once("exit", (code) => (code === 0 ? resolve(output) : reject(new Error(`pgbench failed:\n${output}`))));
  });
}
