import { parseArgs } from "node:util";
import { settingsOrExit } from "@skucast/app-kit/run-app";
import { backup, restore } from "./commands/backup.js";
import { type Command, UsageError } from "./commands/command.js";
import { createEncryptionPair } from "./commands/create-encryption-pair.js";
import { createKey } from "./commands/create-key.js";
import { createWorkspace } from "./commands/create-workspace.js";
import { doctor } from "./commands/doctor.js";
import { importFile } from "./commands/import-file.js";
import { migrate } from "./commands/migrate.js";
import { reportPublicDirectory, restoreChannel, takeChannelDown } from "./commands/moderate-directory.js";
import { exportWorkspace, importWorkspace } from "./commands/move-workspace.js";
import { previewMails } from "./commands/preview-mails.js";
import { rotateEncryptionKeys } from "./commands/rotate-encryption-keys.js";
import { runFeed } from "./commands/run-feed.js";
import { listSources, pauseSource, resumeSource, runSource, showSourceHistory } from "./commands/sources.js";
import { verifyDestination } from "./commands/verify-destination.js";
import { writeMigrations } from "./commands/write-migrations.js";
import { loadSettings } from "./config.js";
import { openDataFolder } from "./data-folder.js";
import { databaseTrouble } from "./database-trouble.js";

const COMMANDS: readonly Command[] = [
  migrate,
  writeMigrations,
  backup,
  restore,
  doctor,
  createWorkspace,
  exportWorkspace,
  importWorkspace,
  createKey,
  runFeed,
  verifyDestination,
  importFile,
  previewMails,
  reportPublicDirectory,
  takeChannelDown,
  restoreChannel,
  listSources,
  runSource,
  pauseSource,
  resumeSource,
  showSourceHistory,
  createEncryptionPair,
  rotateEncryptionKeys,
];

const words = process.argv.slice(2);
if (words.length === 0 || words.includes("--help") || words.includes("-h")) process.stdout.write(`${help(words)}\n`);
else process.exitCode = await run(words);

async function run(given: readonly string[]): Promise<number> {
  const command = commandOf(given);
  try {
    if (!command) throw new UsageError(`There is no command ${JSON.stringify(given.join(" "))}.\n\n${help([])}`);
    const rest = given.slice(command.words.split(" ").length);
    const { options, flags, positionals } = argumentsOf(command, rest);
    const settings = settingsOrExit(loadSettings);
    const folder = openDataFolder(settings.SKUCAST_DATA_DIR);
    const print = (line: string) => void process.stdout.write(`${line}\n`);
    return (await command.run({ settings, folder, args: positionals, options, flags, print })) ?? 0;
  } catch (error) {
    process.stderr.write(`${textOf(error)}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

function argumentsOf(
  command: Command,
  args: string[],
): { options: Record<string, string | undefined>; flags: ReadonlySet<string>; positionals: string[] } {
  const known = {
    ...Object.fromEntries(command.options.map((name) => [name, { type: "string" as const }])),
    ...Object.fromEntries((command.flags ?? []).map((name) => [name, { type: "boolean" as const }])),
  };
  const { values, positionals } = asUsage(command, () => parseArgs({ args, options: known, allowPositionals: true }));
  const surplus = positionals.slice(command.takes?.length ?? 0);
  if (surplus.length > 0) throw usageError(command, `Unexpected arguments: ${surplus.join(" ")}`);
  const given = Object.entries(values);
  return {
    options: Object.fromEntries(given.flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []))),
    flags: new Set(given.flatMap(([name, value]) => (value === true ? [name] : []))),
    positionals,
  };
}

function asUsage<Result>(command: Command, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw usageError(command, error instanceof Error ? error.message : String(error));
  }
}

function usageError({ usage }: Command, reason: string): UsageError {
  return new UsageError(`${reason}\n\nUsage: npm run skucast -- ${usage}`);
}

function textOf(error: unknown): string {
  const trouble = databaseTrouble(error);
  if (trouble) return `${trouble.text}\n  → ${trouble.fix}`;
  return error instanceof Error ? error.message : String(error);
}

function commandOf(given: readonly string[]): Command | undefined {
  return COMMANDS.find(({ words: name }) => `${given.join(" ")} `.startsWith(`${name} `));
}

/** Help on the command that is named, or on all of them. */
function help(given: readonly string[]): string {
  const named = commandOf(given);
  if (named) return `Usage: npm run skucast -- ${named.usage}\n\n${named.summary}`;
  const lines = COMMANDS.map(({ usage, summary }) => `  ${usage}\n      ${summary}`);
  return `Usage: npm run skucast -- COMMAND\n\n${lines.join("\n")}\n\nThe data folder is SKUCAST_DATA_DIR (default .skucast).`;
}
