import { reasonsOf } from "../writer.mjs";
import { readiness } from "./open-installation.mjs";

/** Migrates and replaces every process while clients write. */
export async function upgrade({ installation, image, writer, checks }) {
  const acceptedBefore = writer.accepted.length;
  installation.useImage(image);
  const startedAtMs = performance.now();
  const output = await installation.skucast(["migrate"], installation.postgres.ownerUrl);
  const migratedMs = performance.now() - startedAtMs;
  const appliedCount = Number(/(\d+) migrations?\b/.exec(output)?.[1] ?? 0);
  await installation.replaceApps(image);
  const totalMs = performance.now() - startedAtMs;
  const acceptedCount = writer.accepted.length - acceptedBefore;
  checks.check(
    `skucast migrate by the owner, under load: ${firstLine(output)} (${seconds(migratedMs)})`,
    output !== "",
  );
  checks.check(
    `during the upgrade of ${seconds(totalMs)} the API accepted ${acceptedCount} writes and rejected ${reasonsOf(writer.refused)} (none)`,
    acceptedCount > 0 && writer.refused.length === 0,
  );
  const states = await Promise.all(installation.appNames.map((name) => readiness(installation.app(name))));
  checks.check(
    `every process of the new version is ready: ${states.map(({ body }) => body.status).join(", ")}`,
    states.every(({ status }) => status === 200),
  );
  return appliedCount;
}

const firstLine = (text) => text.split("\n")[0];
const seconds = (ms) => `${(ms / 1_000).toFixed(1)} s`;
