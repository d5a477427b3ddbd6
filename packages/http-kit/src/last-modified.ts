/** The `updated_at` of a resource. */
export function updatedAtOf(json: unknown): string | undefined {
  if (typeof json !== "object" || json === null || !("updated_at" in json)) return undefined;
  return typeof json.updated_at === "string" ? json.updated_at : undefined;
}

/**
 * A moment as Last-Modified tells it, in whole seconds (RFC 9110, section 8.8.2). While that second lasts another change may
 * come in it, so the one before is told: who asks with it later gets the answer once more, never an old one.
 */
export function httpDateOf(moment: string, nowMs: number = Date.now()): string {
  const second = Math.floor(Date.parse(moment) / 1_000);
  const isOver = Math.floor(nowMs / 1_000) > second;
  return new Date((isOver ? second : second - 1) * 1_000).toUTCString();
}
