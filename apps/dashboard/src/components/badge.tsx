/** How things stand, at a glance; the word says it without the colour. */
export type Tone = "good" | "bad" | "warn" | "plain";

export const Badge = ({ tone, children }: { readonly tone: Tone; readonly children: string }) => (
  <span className={`badge ${tone}`}>{children}</span>
);
