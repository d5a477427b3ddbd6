import { setTimeout as pause } from "node:timers/promises";
import { checkInvariants } from "../expect.mjs";
import { startSystem } from "../system.mjs";

const FROZEN_MS = 60_000;
const ENDPOINTS = 3;
const IN_FLIGHT_MAX = 50;

export const frozenDispatcher = {
  title: `one of two dispatchers frozen for ${FROZEN_MS / 1_000} s with open attempts, then resumed`,
  async run(testbed, checks) {
    const system = await startSystem(testbed, { dispatchers: 2, endpoints: ENDPOINTS });
    const [frozen] = system.dispatchers;
    system.receiver.answer = () => ({ delayMs: 400 });
    const writer = system.startWriting(30);
    await pause(3_000);
    frozen.kill("SIGSTOP");
    await pause(FROZEN_MS);
    await writer.stop();
    await testbed.drained(60_000);
    const before = await statesOf(testbed);
    frozen.kill("SIGCONT");
    await pause(8_000);
    const after = await statesOf(testbed);
    checks.check(`the resumed one overwrote no state (${before.length} deliveries)`, same(before, after));
    const miscounted = after.filter(({ attempt_count, logged }) => attempt_count !== Number(logged)).length;
    checks.check(`${miscounted} deliveries with a wrong attempt count (none)`, miscounted === 0);
    const verdict = await testbed.verdict(writer.accepted);
    checkInvariants(checks, verdict);
    const allowed = ENDPOINTS * IN_FLIGHT_MAX;
    checks.check(
      `${verdict.duplicateCount} repeats (1 to ${allowed}: what it had in flight)`,
      verdict.duplicateCount >= 1 && verdict.duplicateCount <= allowed,
    );
  },
};

async function statesOf(testbed) {
  const { rows } = await testbed.db.system.query(`
    SELECT d.id, d.status, d.attempt_count, d.completed_at, count(a.number) AS logged FROM deliveries d
    LEFT JOIN delivery_attempts a ON a.workspace_id = d.workspace_id AND a.delivery_id = d.id
    GROUP BY d.workspace_id, d.id ORDER BY d.id`);
  return rows;
}

const same = (before, after) => JSON.stringify(before) === JSON.stringify(after);
