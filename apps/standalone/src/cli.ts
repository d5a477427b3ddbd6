import { parseArgs } from "node:util";
import { settingsOrExit } from "@skucast/app-kit/run-app";
import { type Command, UsageError } from "./commands/command.js";
import { createEncryptionPair } from "./commands/create-encryption-pair.js";
import { createKey } from "./commands/create-key.js";
import { createWorkspace } from "./commands/create-workspace.js";
import { migrate } from "./commands/migrate.js";
import { rotateEncryptionKeys } from "./commands/rotate-encryption-keys.js";
import { runFeed } from "./commands/run-feed.js";
import { loadSettings } from "./config.js";
import { openDataFolder } from "./data-folder.js";

/** The table of contents of the command line. */
const COMMANDS: readonly Command[] = [
  migrate,
  createWorkspace,
  createKey,
  runFeed,
  createEncryptionPair,
  rotateEncryptionKeys,
];

const words = process.argv.slice(2);
if (words.length === 0 || words.includes("--help") || words.includes("-h")) process.stdout.write(`${help()}\n`);
else process.exitCode = await run(words);

async function run(given: readonly string[]): Promise<number> {
  const command = COMMANDS.find(({ words: name }) => given.join(" ").startsWith(name));
  try {
    if (!command) throw new UsageError(`There is no command ${JSON.stringify(given.join(" "))}.\n\n${help()}`);
    const rest = given.slice(command.words.split(" ").length);
    const { values, positionals } = argumentsOf(command, rest);
    const settings = settingsOrExit(loadSettings);
    const folder = openDataFolder(settings.SKUCAST_DATA_DIR);
    const print = (line: string) => void process.stdout.write(`${line}\n`);
    await command.run({ settings, folder, args: positionals, options: values, print });
    return 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

function argumentsOf(
  command: Command,
  args: string[],
): { values: Record<string, string | undefined>; positionals: string[] } {
  const options = Object.fromEntries(command.options.map((name) => [name, { type: "string" as const }]));
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    return { values: values as Record<string, string | undefined>, positionals };
  } catch (error) {
    throw new UsageError(
      `${error instanceof Error ? error.message : String(error)}\n\nUsage: npm run skucast -- ${command.usage}`,
    );
  }
}

function help(): string {
  const lines = COMMANDS.map(({ usage, summary }) => `  ${usage}\n      ${summary}`);
  return `Usage: npm run skucast -- COMMAND\n\n${lines.join("\n")}\n\nThe data folder is SKUCAST_DATA_DIR (default .skucast).`;
}
