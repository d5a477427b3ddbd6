import type { Database } from "@skucast/db/database";
import type { StandaloneSettings } from "../config.js";
import type { DataFolder } from "../data-folder.js";

/** A result of a check. A fault breaks something now. A warning will break something later, or costs performance. */
export interface Finding {
  readonly level: "ok" | "warning" | "fault";
  readonly text: string;
  /** How to fix it. */
  readonly fix?: string;
}

export interface Installation {
  readonly db: Database;
  readonly settings: StandaloneSettings;
  readonly folder: DataFolder;
}

/** Checks one part of an installation; leaves nothing changed. */
export interface Check {
  readonly name: string;
  /** An error becomes a fault with its message. */
  run(installation: Installation): Promise<Finding[]>;
}

export const ok = (text: string): Finding => ({ level: "ok", text });
export const warning = (text: string, fix: string): Finding => ({ level: "warning", text, fix });
export const fault = (text: string, fix: string): Finding => ({ level: "fault", text, fix });

/** A duration in s, min or h. */
export function durationOf(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 3_600)} h`;
}
