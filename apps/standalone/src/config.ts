import { resolve } from "node:path";
import { commonSettings, POSTGRESQL } from "@skucast/app-kit/settings";
import { parseKeyring } from "@skucast/credentials/keyring";
import { parsePrivateKeys } from "@skucast/credentials/sealing-keys";
import { type FileStoreSettings, fileStoreSettings } from "@skucast/file-store/settings";
import { loadConfig } from "@skucast/service-kit/config";
import { integer, parsableBy, secret, secretUrl, text } from "@skucast/service-kit/config-fields";
import { withValues } from "@skucast/service-kit/secret-files";
import { z } from "zod";
import type { DataFolder } from "./data-folder.js";
import { SAMPLE_PRODUCTS_MAX } from "./demo/sample-products.js";

const DEFAULT_FOLDER = ".skucast";

export const standaloneSettings = z.object({
  ...commonSettings,
  PORT: integer({ min: 1, max: 65_535 }).prefault("8080").describe("Port of the HTTP origin."),
  SKUCAST_DATA_DIR: text()
    .prefault(DEFAULT_FOLDER)
    .describe("Folder that holds everything: database, keys, files, logs, demo.json."),
  DATABASE_URL: secretUrl(POSTGRESQL)
    .optional()
    .describe("PostgreSQL to use; without it, an embedded PostgreSQL runs in the data folder."),
  SKUCAST_ENCRYPTION_KEYS: secret()
    .superRefine(parsableBy(parseKeyring))
    .optional()
    .describe("Keys for secrets at rest; without it, keys are created and kept in the data folder."),
  SKUCAST_WEBHOOK_KEYS: secret()
    .superRefine(parsableBy(parsePrivateKeys))
    .optional()
    .describe("Private keys that open webhook signing secrets; default: derived from SKUCAST_ENCRYPTION_KEYS."),
  SKUCAST_DEMO_PRODUCTS: integer({ min: 0, max: SAMPLE_PRODUCTS_MAX })
    .prefault(String(SAMPLE_PRODUCTS_MAX))
    .describe("How many sample products a new demo workspace gets."),
  SKUCAST_SFTP_PORT: integer({ min: 1, max: 65_535 })
    .optional()
    .describe("Port on which partners fetch files over SFTP; default any free one."),
  SKUCAST_SFTP_ADDRESS: text()
    .optional()
    .describe("host:port that partners are given; default: the address that the server listens on."),
});
export type StandaloneSettings = z.output<typeof standaloneSettings>;

/**
 * Reads the environment. A relative data folder starts at the folder where npm was started; the default is `.skucast`
 * of the project.
 */
export function loadSettings(): StandaloneSettings {
  const settings = loadConfig(standaloneSettings, process.env);
  const from = process.env.SKUCAST_DATA_DIR ? startFolder() : process.cwd();
  return { ...settings, SKUCAST_DATA_DIR: resolve(from, settings.SKUCAST_DATA_DIR) };
}

/** The store for runs' files, from the environment; `folder` is the default for local files. */
export const fileStoreSettingsOf = (folder: string): FileStoreSettings =>
  loadConfig(z.object(fileStoreSettings), { SKUCAST_FILES_DIR: folder, ...process.env });

/**
 * The folders for files of runs and for uploads: those of the environment, which the apps of a deployment share, otherwise
 * in the data folder.
 */
export const foldersOf = (
  folder: Pick<DataFolder, "at">,
  env: Readonly<Record<string, string | undefined>> = process.env,
) => ({
  SKUCAST_FILES_DIR: env.SKUCAST_FILES_DIR || folder.at("files"),
  SKUCAST_UPLOADS_DIR: env.SKUCAST_UPLOADS_DIR || folder.at("uploads"),
});

/** Whether this is the data folder that commands use without SKUCAST_DATA_DIR. */
export const isDefaultFolder = (path: string): boolean => path === resolve(DEFAULT_FOLDER);

/** The folder in which npm was started; npm runs scripts in the root of the project. */
export const startFolder = (): string => process.env.INIT_CWD ?? process.cwd();

/**
 * The environment of the apps in this process: the given one plus what the deployment provides itself. Unless settings
 * say otherwise, anyone who can reach the deployment may sign up, channels in the public directory need no proven
 * domain, and the mails of a deployment that only this machine can reach are shown at /outbox.
 */
export const environmentWith = (
  own: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Record<string, string | undefined> => {
  const defaults = {
    SKUCAST_SIGN_UP: "open",
    SKUCAST_DIRECTORY_PROOF: "optional",
    ...(isOnThisMachineOnly(env) && { SKUCAST_MAIL_OUTBOX: "shown" }),
  };
  return withValues({ ...defaults, ...env }, own);
};

const THIS_MACHINE = /^(?:localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/;

/** Without HOST, the deployment listens on 127.0.0.1. Behind a proxy or with a public address, others reach it anyway. */
function isOnThisMachineOnly({
  HOST: host,
  SKUCAST_PUBLIC_URL: publicUrl,
  SKUCAST_TRUST_PROXY: proxy,
}: Readonly<Record<string, string | undefined>>): boolean {
  const isPublic = Boolean(publicUrl) && !THIS_MACHINE.test(URL.parse(publicUrl ?? "")?.hostname ?? "");
  return !isPublic && !proxy && (!host || THIS_MACHINE.test(host));
}
