import type { Command } from "./command.js";

/**
 * The commands by their words, in the order of the help. A command loads its modules when it is called: all together
 * take a second to load.
 */
export const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  migrate: async () => (await import("./migrate.js")).migrate,
  "migrations write": async () => (await import("./write-migrations.js")).writeMigrations,
  backup: async () => (await import("./backup.js")).backup,
  restore: async () => (await import("./backup.js")).restore,
  doctor: async () => (await import("./doctor.js")).doctor,
  "workspaces create": async () => (await import("./create-workspace.js")).createWorkspace,
  "workspaces export": async () => (await import("./move-workspace.js")).exportWorkspace,
  "workspaces import": async () => (await import("./move-workspace.js")).importWorkspace,
  "keys create": async () => (await import("./create-key.js")).createKey,
  "feeds run": async () => (await import("./run-feed.js")).runFeed,
  "destinations verify": async () => (await import("./verify-destination.js")).verifyDestination,
  import: async () => (await import("./import-file.js")).importFile,
  "mails preview": async () => (await import("./preview-mails.js")).previewMails,
  "directory report": async () => (await import("./moderate-directory.js")).reportPublicDirectory,
  "directory take-down": async () => (await import("./moderate-directory.js")).takeChannelDown,
  "directory restore": async () => (await import("./moderate-directory.js")).restoreChannel,
  "sources list": async () => (await import("./sources.js")).listSources,
  "sources run": async () => (await import("./sources.js")).runSource,
  "sources pause": async () => (await import("./sources.js")).pauseSource,
  "sources resume": async () => (await import("./sources.js")).resumeSource,
  "sources history": async () => (await import("./sources.js")).showSourceHistory,
  "encryption-keys create-pair": async () => (await import("./create-encryption-pair.js")).createEncryptionPair,
  "encryption-keys rotate": async () => (await import("./rotate-encryption-keys.js")).rotateEncryptionKeys,
};
