// The time from commit to the first request at the receiver.
export async function firstAttemptLatencies(testbed, receiver) {
  const { rows } = await testbed.db.system.query("SELECT id, created_at FROM events");
  const createdAt = new Map(rows.map((row) => [row.id, row.created_at.getTime()]));
  const seen = new Set();
  const latencies = [];
  for (const { eventId, endpointId, arrivedAtMs } of receiver.received) {
    const pair = `${eventId} ${endpointId}`;
    const at = createdAt.get(eventId);
    if (at === undefined || seen.has(pair)) continue;
    seen.add(pair);
    latencies.push({ endpointId, eventId, createdAtMs: at, ms: arrivedAtMs - at });
  }
  return latencies;
}
