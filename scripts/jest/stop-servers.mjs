import { once } from "node:events";

const CLUSTER = Symbol.for("skucast.test-cluster");

/** Jest loads the modules of set-up and teardown separately, but both in its main process. */
export function keepCluster(/** @type {import("node:child_process").ChildProcess} */ child) {
  Reflect.set(globalThis, CLUSTER, child);
}

export default async function stopServers() {
  /** @type {import("node:child_process").ChildProcess | undefined} */
  const child = Reflect.get(globalThis, CLUSTER);
  if (!child || child.exitCode !== null) return;
  child.stdin?.end();
  await once(child, "exit");
}
