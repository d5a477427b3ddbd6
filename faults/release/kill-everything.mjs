import { setTimeout as pause } from "node:timers/promises";
import { reasonsOf } from "../writer.mjs";
import { waitUntil } from "./steps.mjs";

const ROUNDS = 3;
const BETWEEN_MS = 3_000;
const POLL_MS = 50;
/** A delivery whose attempts met several faults waits five minutes for the next one. */
const STALLED_MS_MAX = 1_200_000;

/** Kills the broker, the database and each process in turn while clients write, and waits until everything is delivered. */
export async function killEverything({ installation, writer, checks, signal }) {
  const { broker, postgres } = installation;
  for (let round = 0; round < ROUNDS; round += 1) {
    await pause(BETWEEN_MS);
    const refusedBefore = writer.refused.length;
    await broker.kill();
    await pause(BETWEEN_MS);
    await broker.start();
    const refused = reasonsOf(writer.refused.slice(refusedBefore));
    checks.check(`broker killed, ${round + 1} of ${ROUNDS}: writes rejected ${refused} (none)`, refused === "0");

    await pause(BETWEEN_MS);
    await postgres.kill();
    await pause(BETWEEN_MS);
    await postgres.restart();
    await acceptsAgain(writer, signal);

    for (const name of installation.appNames) {
      await pause(BETWEEN_MS);
      const app = installation.app(name);
      const restarted = app.restarted();
      app.kill("SIGKILL");
      await restarted;
    }
    await acceptsAgain(writer, signal);
  }
  await writer.stop();
  const drainedMs = await installation.drained(STALLED_MS_MAX);
  const { accepted, refused } = writer;
  checks.check(
    `database and each of ${installation.appNames.length} processes killed ${ROUNDS} times: ${accepted.length} writes accepted, ${refused.length} rejected meanwhile; drained ${(drainedMs / 1_000).toFixed(1)} s after the last`,
    accepted.length > 0,
  );
}

/** Waits until clients' writes succeed again. */
function acceptsAgain(writer, signal) {
  const before = writer.accepted.length;
  return waitUntil(signal, () => writer.accepted.length > before, POLL_MS);
}
