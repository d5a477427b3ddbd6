import { readFileSync, statSync } from "node:fs";

/** The end of the name of the variable that has the path of the file with a secret. */
const FILE_SUFFIX = "_FILE";

/** Longer than any keyring, so that a wrong path does not read a device or a log into memory. */
const BYTES_MAX = 64 * 1024;

/** Why a secret cannot be read from its file. `name` is the variable that is wrong. */
export interface SecretFileFault {
  readonly name: string;
  readonly problem: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** What `readSecretFile` found: the secret, why it cannot be read, or nothing, if no file is given for it. */
export type SecretFile = { readonly value: string } | { readonly fault: SecretFileFault } | undefined;

/**
 * Reads the secret `name` from the file at the path in `NAME_FILE`, without the line end after it, as Docker and Kubernetes
 * mount secrets. An empty `NAME_FILE` counts as unset. It is a fault if the secret is in `NAME` as well.
 */
export function readSecretFile(name: string, env: Environment): SecretFile {
  const variable = `${name}${FILE_SUFFIX}`;
  const path = env[variable];
  if (path === undefined || path === "") return undefined;
  const fault = (problem: string) => ({ fault: { name: variable, problem } });
  if (env[name] !== undefined && env[name] !== "") return fault(`is set, and so is ${name}; set one of them`);
  try {
    const facts = statSync(path);
    if (!facts.isFile()) return fault(`${path} is not a file`);
    if (facts.size > BYTES_MAX) return fault(`${path} is larger than ${BYTES_MAX} bytes`);
    const value = readFileSync(path, "utf8").replace(/\r?\n$/, "");
    return value === "" ? fault(`${path} is empty`) : { value };
  } catch (error) {
    return fault(`${path} cannot be read (${codeOf(error)})`);
  }
}

/** An environment in which the values of `own` take the place of the given ones, including those in files. */
export function withValues(
  env: Environment,
  own: Readonly<Record<string, string>>,
): Record<string, string | undefined> {
  const files = Object.keys(own).map((name) => [`${name}${FILE_SUFFIX}`, undefined] as const);
  return { ...env, ...Object.fromEntries(files), ...own };
}

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : "unknown error";
