import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { reservePort } from "@skucast/testkit/reserve-port";
import type { AppName } from "../apps.js";

/** One built app in its own process. */
export interface AppProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** The response of `/readyz`; undefined while nothing listens. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any response
  readiness(): Promise<{ readonly status: number; readonly body: any } | undefined>;
  /** Sends SIGTERM; resolves with the exit code. */
  end(): Promise<number | null>;
}

export async function startApp(app: AppName, env: NodeJS.ProcessEnv): Promise<AppProcess> {
  const program = fileURLToPath(new URL(`../../../${app}/dist/main.js`, import.meta.url));
  const ports = { PORT: `${await reservePort()}`, SKUCAST_SFTP_PORT: `${await reservePort()}` };
  const child = spawn(process.execPath, [program], {
    env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env, HOST: "127.0.0.1", ...ports },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const url = `http://127.0.0.1:${ports.PORT}`;
  return {
    url,
    child,
    readiness: async () => {
      const answer = await fetch(`${url}/readyz`).catch(() => undefined);
      return answer && { status: answer.status, body: await answer.json() };
    },
    end: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const exited = once(child, "exit");
      child.kill("SIGTERM");
      const [code] = await exited;
      return code;
    },
  };
}
