/** Copies a text to the clipboard; false if the browser forbids it, as on a page loaded over plain HTTP. */
export async function copyText(text: string): Promise<boolean> {
  if (!("clipboard" in navigator)) return false;
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
