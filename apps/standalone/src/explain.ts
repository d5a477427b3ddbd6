import type { StandaloneSettings } from "./config.js";

/** Why the house did not start, in a sentence that says what to do. */
export function explain(error: unknown, settings: StandaloneSettings): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE") return `Port ${settings.PORT} is in use. Set another one, such as PORT=8090 npm start.`;
  if (code === "ENOTDIR" || code === "ENOENT" || code === "EROFS") {
    return `The data folder ${settings.SKUCAST_DATA_DIR} cannot be made: ${error.message}. Set SKUCAST_DATA_DIR to another one.`;
  }
  if (code === "EACCES")
    return `Not allowed: ${error.message}. Choose a PORT above 1023 and a folder that you may write.`;
  if (code === "28P01" || code === "28000")
    return `The PostgreSQL of DATABASE_URL refused the login: ${error.message}.`;
  if (code === "ECONNREFUSED") return "The PostgreSQL of DATABASE_URL cannot be reached; is it running?";
  return `Skucast could not start: ${error.message}`;
}
