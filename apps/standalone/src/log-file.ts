import { existsSync, mkdirSync, renameSync, statSync } from "node:fs";
import { type LogDestination, openLogDestination } from "@skucast/service-kit/log-destination";
import type { DataFolder } from "./data-folder.js";

const BYTES_MAX = 50_000_000;

/** Appends log lines to logs/skucast.log of the data folder. At a start, a file above 50 MB is renamed to skucast.log.1. */
export function openLogFile(folder: DataFolder): { path: string; destination: LogDestination; close(): Promise<void> } {
  mkdirSync(folder.at("logs"), { recursive: true });
  const path = folder.at("logs", "skucast.log");
  if (existsSync(path) && statSync(path).size > BYTES_MAX) renameSync(path, `${path}.1`);
  const destination = openLogDestination({ path });
  return { path, destination, close: destination.close };
}
