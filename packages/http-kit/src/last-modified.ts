/** The `updated_at` of a resource. */
export function updatedAtOf(json: unknown): string | undefined {
  if (typeof json !== "object" || json === null || !("updated_at" in json)) return undefined;
  return typeof json.updated_at === "string" ? json.updated_at : undefined;
}

/** Whether a client whose copy is of this HTTP date has the state that was written at `time`. */
export const isSince = (httpDate: string, time: string): boolean =>
  Date.parse(httpDate) >= Math.floor(Date.parse(time) / 1_000) * 1_000;

/**
 * Formats a time for Last-Modified, in whole seconds (RFC 9110, section 8.8.2). During the second of the change, the
 * previous second is used, because another change may follow: a client may then get the same content again, but never
 * an outdated one.
 */
export function httpDateOf(time: string, nowMs: number = Date.now()): string {
  const second = Math.floor(Date.parse(time) / 1_000);
  const isOver = Math.floor(nowMs / 1_000) > second;
  return new Date((isOver ? second : second - 1) * 1_000).toUTCString();
}
