// What a fault must show. A case adds conditions; the report tells each with its figure.

/** Collects conditions: `check(sentence, isMet)`, and `skip(sentence)` for what cannot be tried on this machine. */
export function createChecks() {
  const conditions = [];
  return {
    conditions,
    check(sentence, isMet) {
      conditions.push({ sentence, isMet: isMet === true });
      console.log(`    ${isMet === true ? "✓" : "✗"} ${sentence}`);
    },
    skip(sentence) {
      conditions.push({ sentence, isMet: true, isSkipped: true });
      console.log(`    – NOT TRIED: ${sentence}`);
    },
  };
}

/** The invariants as one condition, with what broke them. */
export function checkInvariants(checks, verdict) {
  const broken = Object.entries(verdict.breaches).filter(([, entries]) => entries.length > 0);
  const { eventCount, expectedCount, receivedCount, duplicateCount } = verdict;
  const told = broken.map(([name, entries]) => `${entries.length} ${name} (${entries[0]})`).join(", ");
  const counts = `${eventCount} events, ${expectedCount} deliveries, ${receivedCount} requests, ${duplicateCount} repeats`;
  checks.check(`I1–I7 hold: ${counts}${told && `; broken: ${told}`}`, broken.length === 0 && expectedCount > 0);
}

/** Of what arrived, and was compared with the event log, something is larger than every buffer on the way. */
export function checkLargest(checks, { received }) {
  const bytesMax = received.reduce((max, { bytes }) => Math.max(max, bytes), 0);
  checks.check(
    `the largest of ${received.length} bodies has ${(bytesMax / 1_000).toFixed(0)} kB (300 at least)`,
    bytesMax >= 300_000,
  );
}

export function percentile(values, part) {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
