import type { StandaloneSettings } from "./config.js";
import { databaseTrouble } from "./database-trouble.js";

/** Why the deployment did not start, and what to do about it. */
export function explain(error: unknown, settings: StandaloneSettings): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE") return portInUse("port" in error ? Number(error.port) : settings.PORT, settings);
  if (code === "ENOTDIR" || code === "ENOENT" || code === "EROFS") {
    return `The data folder ${settings.SKUCAST_DATA_DIR} cannot be created: ${error.message}. Set SKUCAST_DATA_DIR to another folder.`;
  }
  if (code === "EACCES")
    return `Permission denied: ${error.message}. Choose a PORT above 1023 and a data folder that you may write to.`;
  const trouble = databaseTrouble(error);
  if (trouble) return `${trouble.text}\n  → ${trouble.fix}`;
  return `Skucast could not start: ${error.message}`;
}

function portInUse(port: number, { PORT }: StandaloneSettings): string {
  if (port === PORT) return `Port ${port} is in use. Choose another one: PORT=8090 npm start.`;
  return `Port ${port}, for partners that fetch files by SFTP, is in use. Choose another one: SKUCAST_SFTP_PORT=2022 npm start.`;
}
