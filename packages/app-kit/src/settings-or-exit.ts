import { ConfigError } from "@skucast/service-kit/config";

/** Loads the settings. If they are invalid, prints all errors and exits; nothing has been opened yet. */
export function settingsOrExit<Settings>(load: () => Settings): Settings {
  try {
    return load();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
