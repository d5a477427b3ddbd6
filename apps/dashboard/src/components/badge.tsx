/** The color of a status. The text says the same, so the color is never the only cue. */
export type Tone = "good" | "bad" | "warn" | "plain";

export const Badge = ({ tone, children }: { readonly tone: Tone; readonly children: string }) => (
  <span className={`badge ${tone}`}>{children}</span>
);
