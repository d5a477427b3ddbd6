// The conditions of a fault test. A case adds conditions; the report lists each with its figure.

/** Collects conditions: `check(sentence, isMet)`, and `skip(sentence)` for what this machine cannot test. */
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
      console.log(`    – NOT TESTED: ${sentence}`);
    },
  };
}

/** The invariants as one condition, with the first violations. */
export function checkInvariants(checks, verdict) {
  const broken = Object.entries(verdict.breaches).filter(([, entries]) => entries.length > 0);
  const { eventCount, expectedCount, receivedCount, duplicateCount } = verdict;
  const violations = broken.map(([name, entries]) => `${entries.length} ${name} (${entries[0]})`).join(", ");
  const counts = `${eventCount} events, ${expectedCount} deliveries, ${receivedCount} requests, ${duplicateCount} repeats`;
  checks.check(
    `I1–I7 hold: ${counts}${violations && `; broken: ${violations}`}`,
    broken.length === 0 && expectedCount > 0,
  );
}

/**
 * Checks that a body that arrived, and was compared with the event log, is larger than the buffers on the path, which have
 * 64 kB. Events carry at most 100 kB.
 */
export function checkLargest(checks, { received }) {
  const bytesMax = received.reduce((max, { bytes }) => Math.max(max, bytes), 0);
  checks.check(
    `the largest of ${received.length} bodies has ${(bytesMax / 1_000).toFixed(0)} kB (at least 75)`,
    bytesMax >= 75_000,
  );
}

export function percentile(values, part) {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
