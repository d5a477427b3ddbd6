import type { Source } from "@skucast/contracts/sources/source";
import type { Tone } from "../../components/badge.js";

/** The URL, or host and path, of the source's file. */
export const locationText = ({ url, host, port, path }: Source): string => url ?? `${host}:${port} ${path}`;

export const HEALTH_TONES = {
  new: "plain",
  ok: "good",
  held: "warn",
  failing: "bad",
} as const satisfies Record<Source["health"], Tone>;
