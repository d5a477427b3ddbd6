import type { StandaloneSettings } from "../config.js";
import type { DataFolder } from "../data-folder.js";

/** Input and output of a command. */
export interface CommandContext {
  readonly settings: StandaloneSettings;
  readonly folder: DataFolder;
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, string | undefined>>;
  /** The given options that take no value. */
  readonly flags: ReadonlySet<string>;
  /** Writes a line to standard output. */
  print(line: string): void;
}

/** A command of the command line. */
export interface Command {
  readonly words: string;
  readonly usage: string;
  readonly summary: string;
  /** Positional arguments, named as in `usage`. */
  readonly takes?: readonly string[];
  readonly options: readonly string[];
  /** Options without a value. */
  readonly flags?: readonly string[];
  /** Resolves with the exit code; undefined is 0. */
  run(ctx: CommandContext): Promise<number | undefined>;
}

/** Wrong arguments: printed as a sentence without a stack trace; exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
