import { once } from "node:events";

export default async function stopServers() {
  const child = globalThis.skucastTestCluster;
  if (!child || child.exitCode !== null) return;
  child.stdin.end();
  await once(child, "exit");
}
