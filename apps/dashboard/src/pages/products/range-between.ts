/** The entries from one to another, in either direction. Without a start that is shown, only the end. */
export function rangeBetween(shown: readonly string[], from: string | null, to: string): readonly string[] {
  const start = from === null ? -1 : shown.indexOf(from);
  const end = shown.indexOf(to);
  if (start === -1 || end === -1) return [to];
  return shown.slice(Math.min(start, end), Math.max(start, end) + 1);
}
