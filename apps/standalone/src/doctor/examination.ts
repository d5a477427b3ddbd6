import type { Database } from "@skucast/db/database";
import type { StandaloneSettings } from "../config.js";
import type { DataFolder } from "../data-folder.js";

/** Something that was found. A fault keeps something from working; a warning will, or costs. */
export interface Finding {
  readonly level: "ok" | "warning" | "fault";
  readonly text: string;
  /** What to do about it. */
  readonly fix?: string;
}

export interface Patient {
  readonly db: Database;
  readonly settings: StandaloneSettings;
  readonly folder: DataFolder;
}

/** One part of an installation, looked at without changing anything that is kept. */
export interface Examination {
  readonly name: string;
  /** A rejection becomes a fault with its message. */
  examine(patient: Patient): Promise<Finding[]>;
}

export const ok = (text: string): Finding => ({ level: "ok", text });
export const warning = (text: string, fix: string): Finding => ({ level: "warning", text, fix });
export const fault = (text: string, fix: string): Finding => ({ level: "fault", text, fix });

/** A length of time as a person would say it. */
export function lengthOf(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 3_600)} h`;
}
