import { spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { fileURLToPath } from "node:url";
import { API_BASE_PATH } from "@skucast/contracts/service";
import { eventually } from "@skucast/testkit/eventually";
import { reservePort } from "@skucast/testkit/reserve-port";

const PROGRAM = fileURLToPath(new URL("../../dist/main.js", import.meta.url));

/** The built API as a separate process. */
export interface ApiProcess {
  readonly region: string;
  /** Whether a token is accepted. The request is then rejected for its query, so only authentication is measured. */
  accepts(token: string): Promise<boolean>;
  /** The value of a metrics series; undefined if it does not exist. */
  metric(series: string): Promise<number | undefined>;
  /** Pauses or resumes the process. */
  signal(signal: "SIGSTOP" | "SIGCONT"): void;
  stop(): Promise<number | null>;
}

/** Starts a process; resolves when it is ready. */
export async function startApiProcess(region: string, env: NodeJS.ProcessEnv): Promise<ApiProcess> {
  const port = await reservePort();
  const child = spawn(process.execPath, [PROGRAM], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      SKUCAST_REGION: region,
      SKUCAST_SHUTDOWN_DELAY: "0s",
      PORT: String(port),
      HOST: "127.0.0.1",
      ...env,
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const agent = new Agent({ keepAlive: true });
  const origin = `http://127.0.0.1:${port}`;
  await eventually(async () => (await fetch(`${origin}/readyz`)).ok).catch((error: unknown) => {
    child.kill("SIGKILL");
    throw error;
  });
  return {
    region,
    accepts: async (token) => {
      const status = await statusOf(`${origin}${API_BASE_PATH}/products?limit=0`, token, agent);
      if (status !== 400 && status !== 401) throw new Error(`${region} answered ${status}`);
      return status === 400;
    },
    metric: async (series) => {
      const page = await (await fetch(`${origin}/metrics`)).text();
      const line = page.split("\n").find((each) => each.startsWith(`${series} `));
      return line === undefined ? undefined : Number(line.slice(series.length));
    },
    signal: (signal) => void child.kill(signal),
    stop: async () => {
      agent.destroy();
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      child.kill("SIGTERM");
      const [code] = await once(child, "exit");
      return code;
    },
  };
}

/** Not `fetch`, which takes three times as long and would distort the measured times. */
function statusOf(url: string, token: string, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const options = { agent, headers: { Authorization: `Bearer ${token}` }, timeout: 120_000 };
    const req = request(url, options, (res) => {
      res.resume();
      res.once("end", () => resolve(res.statusCode ?? 0));
    });
    req.once("timeout", () => req.destroy(new Error("no response within two minutes")));
    req.once("error", reject);
    req.end();
  });
}
