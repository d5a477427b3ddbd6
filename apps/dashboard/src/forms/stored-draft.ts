/** Unsaved values of a form, and those that it started with. */
export interface StoredDraft<Values> {
  readonly base: Values;
  readonly values: Values;
}

const STORAGE_PREFIX = "skucast-draft:";

/** Storage can be blocked, full or contain something else; then there is no draft. */
export function readDraft<Values extends object>(name: string, like: Values): StoredDraft<Values> | null {
  try {
    const stored: unknown = JSON.parse(window.sessionStorage.getItem(STORAGE_PREFIX + name) ?? "null");
    return isDraft(stored, like) ? stored : null;
  } catch {
    return null;
  }
}

/** Keeps a draft in this tab, also across a reload; null removes it. */
export function writeDraft(name: string, draft: StoredDraft<object> | null): void {
  try {
    if (draft === null) window.sessionStorage.removeItem(STORAGE_PREFIX + name);
    else window.sessionStorage.setItem(STORAGE_PREFIX + name, JSON.stringify(draft));
  } catch {
    // Without storage, a draft lasts as long as the page, and the browser asks before it leaves the page.
  }
}

/** Whether both parts have the fields that the form has now. A newer dashboard may have others. */
function isDraft<Values extends object>(stored: unknown, like: Values): stored is StoredDraft<Values> {
  if (typeof stored !== "object" || stored === null || !("base" in stored) || !("values" in stored)) return false;
  const fields = Object.keys(like).sort().join();
  return [stored.base, stored.values].every(
    (part) => typeof part === "object" && part !== null && Object.keys(part).sort().join() === fields,
  );
}
