import type { StandaloneSettings } from "../config.js";
import type { DataFolder } from "../data-folder.js";

/** What a command of the command line works with. */
export interface CommandContext {
  readonly settings: StandaloneSettings;
  readonly folder: DataFolder;
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, string | undefined>>;
  /** Options without a value that were given. */
  readonly flags: ReadonlySet<string>;
  /** Writes a line of the result to standard output. */
  print(line: string): void;
}

/** A command: its words, its options, what it does. */
export interface Command {
  readonly words: string;
  readonly usage: string;
  readonly summary: string;
  /** What it is given besides options, as its usage names it. */
  readonly takes?: readonly string[];
  readonly options: readonly string[];
  /** Options without a value. */
  readonly flags?: readonly string[];
  /** Answers the exit code where it is not 0. */
  run(ctx: CommandContext): Promise<number | undefined>;
}

/** A mistake of the person who typed: shown as a sentence, without a stack. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
