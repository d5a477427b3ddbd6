import { describe, expect, test } from "@jest/globals";
import { newKeyringText } from "@skucast/credentials/keyring";
import { ConfigError, loadConfig } from "@skucast/service-kit/config";
import type { z } from "zod";
import { standaloneSettings } from "./config.js";
import { APP_SETTINGS } from "./testing/app-settings.js";

/** Any text is a value of these. */
const FREE = [
  "HOST",
  "SKUCAST_DATA_DIR",
  "SKUCAST_FILES_DIR",
  "SKUCAST_MAIL_FROM",
  "SKUCAST_MCP_ALLOWED_HOSTS",
  "SKUCAST_METRICS_TOKEN",
  "SKUCAST_S3_ACCESS_KEY_ID",
  "SKUCAST_S3_REGION",
  "SKUCAST_S3_SECRET_ACCESS_KEY",
  "SKUCAST_SFTP_ADDRESS",
  "SKUCAST_UPLOADS_DIR",
];
const VALID = { DATABASE_URL: "postgresql://skucast:x@db/skucast", SKUCAST_ENCRYPTION_KEYS: newKeyringText() };
const WRONG = "kaputt?!";

const schemas: Readonly<Record<string, z.ZodObject>> = { ...APP_SETTINGS, standalone: standaloneSettings };

function faultsOf(schema: z.ZodObject, env: Readonly<Record<string, string>>): ConfigError["faults"] {
  try {
    loadConfig(schema, env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}

describe.each(Object.entries(schemas))("a wrong setting of %s", (_app, schema) => {
  const checked = Object.keys(schema.shape).filter((name) => !FREE.includes(name));

  test("is reported at start, by its name, with what is allowed and without its value", () => {
    for (const name of checked) {
      const faults = faultsOf(schema, { ...VALID, [name]: WRONG });
      expect({ name, named: faults.map((fault) => fault.name) }).toEqual({ name, named: [name] });
      expect(faults[0]?.problem).toMatch(/^(must|an? \w+( key)? must) /);
      expect(faults[0]?.description).toMatch(/\w/);
      expect(faults[0]?.problem).not.toContain(WRONG);
    }
  });

  test("is reported together with all others, in one line each", () => {
    const env = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, WRONG]));
    const faults = faultsOf(schema, env);
    expect(faults.map(({ name }) => name).sort()).toEqual(checked.sort());
    expect(new ConfigError(faults).message.split("\n")).toHaveLength(checked.length + 1);
  });
});
