import { parseArgs } from "node:util";
import { settingsOrExit } from "@skucast/app-kit/settings-or-exit";
import { type Command, UsageError } from "./commands/command.js";
import { COMMANDS } from "./commands/commands.js";
import { loadSettings } from "./config.js";
import { openDataFolder } from "./data-folder.js";
import { databaseTrouble } from "./database-trouble.js";

const words = process.argv.slice(2);
if (words.length === 0 || words.includes("--help") || words.includes("-h"))
  process.stdout.write(`${await help(words)}\n`);
else process.exitCode = await run(words);

async function run(given: readonly string[]): Promise<number> {
  try {
    const command = await commandOf(given);
    if (!command) throw new UsageError(`There is no command ${JSON.stringify(given.join(" "))}.\n\n${await help([])}`);
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

async function commandOf(given: readonly string[]): Promise<Command | undefined> {
  const named = Object.entries(COMMANDS).find(([words]) => `${given.join(" ")} `.startsWith(`${words} `));
  return named?.[1]();
}

/** Help on the command that is named, or on all of them. */
async function help(given: readonly string[]): Promise<string> {
  const named = await commandOf(given);
  if (named) return `Usage: npm run skucast -- ${named.usage}\n\n${named.summary}`;
  const all = await Promise.all(Object.values(COMMANDS).map((load) => load()));
  const lines = all.map(({ usage, summary }) => `  ${usage}\n      ${summary}`);
  return `Usage: npm run skucast -- COMMAND\n\n${lines.join("\n")}\n\nThe data folder is SKUCAST_DATA_DIR (default .skucast).`;
}
