import type { StandaloneSettings } from "./config.js";

/** Why the deployment did not start, and what to do about it. */
export function explain(error: unknown, settings: StandaloneSettings): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE") return `Port ${settings.PORT} is in use. Choose another one: PORT=8090 npm start.`;
  if (code === "ENOTDIR" || code === "ENOENT" || code === "EROFS") {
    return `The data folder ${settings.SKUCAST_DATA_DIR} cannot be created: ${error.message}. Set SKUCAST_DATA_DIR to another folder.`;
  }
  if (code === "EACCES")
    return `Permission denied: ${error.message}. Choose a PORT above 1023 and a data folder that you may write to.`;
  if (code === "28P01" || code === "28000") return `PostgreSQL rejected the login of DATABASE_URL: ${error.message}.`;
  if (code === "ECONNREFUSED") return "PostgreSQL at DATABASE_URL cannot be reached. Check that it is running.";
  return `Skucast could not start: ${error.message}`;
}
