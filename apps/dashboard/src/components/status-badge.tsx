import { Badge, type Tone } from "./badge.js";

const TONES = { active: "good", paused: "warn", archived: "plain" } as const satisfies Record<string, Tone>;

interface StatusBadgeProps {
  readonly status: keyof typeof TONES;
  readonly words: Readonly<Record<keyof typeof TONES, string>>;
}

/** The status of a channel or a feed. */
export const StatusBadge = ({ status, words }: StatusBadgeProps) => <Badge tone={TONES[status]}>{words[status]}</Badge>;
