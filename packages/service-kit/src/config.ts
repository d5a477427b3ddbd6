import { z } from "zod";
import { readSecretFile, type SecretFileFault } from "./secret-files.js";

/** An invalid variable, without its value. */
export interface ConfigFault {
  name: string;
  problem: string;
  description: string | undefined;
}

/** All errors in the environment, without the values of variables. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly faults: readonly ConfigFault[];
  constructor(faults: readonly ConfigFault[]) {
    super(
      [`The configuration has ${faults.length} ${faults.length === 1 ? "error" : "errors"}:`, ...faults.map(line)].join(
        "\n",
      ),
    );
    this.faults = faults;
  }
}

/** One row in the generated reference of settings. */
export interface ConfigRow {
  name: string;
  description: string;
  /** In the form in which it is set in the environment. Absent when there is none, or for a secret. */
  default?: string;
  required: boolean;
  secret?: true;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Parses the environment with the schema. An empty string counts as unset, and unknown variables are ignored. A secret may
 * be in the file that `NAME_FILE` names. Throws a `ConfigError` that names every invalid variable.
 */
export function loadConfig<Schema extends z.ZodObject>(schema: Schema, env: Environment): z.output<Schema> {
  const { given, faults } = valuesIn(schema, env);
  const parsed = schema.safeParse(given);
  if (parsed.success && faults.length === 0) return parsed.data;
  const unread = new Set(faults.map(({ secret }) => secret));
  const issues = (parsed.error?.issues ?? []).filter(({ path }) => !unread.has(String(path[0])));
  throw new ConfigError([
    ...faults.map(({ secret, name, problem }) => ({ name, problem, description: descriptionOf(schema, secret) })),
    ...issues.map((issue) => faultOf(schema, given, issue)),
  ]);
}

/** The values of the schema's variables, and the secrets whose files cannot be read. */
function valuesIn(schema: z.ZodObject, env: Environment) {
  const given: Record<string, string> = {};
  const faults: (SecretFileFault & { readonly secret: string })[] = [];
  for (const [name, field] of Object.entries(schema.shape)) {
    const file = factsOf(field).secret ? readSecretFile(name, env) : undefined;
    if (file && "fault" in file) faults.push({ ...file.fault, secret: name });
    const value = file && "value" in file ? file.value : env[name];
    if (value !== undefined && value !== "") given[name] = value;
  }
  return { given, faults };
}

/** The settings of a schema in their order, for the generated reference. */
export function describeConfig(schema: z.ZodObject): ConfigRow[] {
  return Object.entries(schema.shape).map(([name, field]) => {
    const facts = factsOf(field);
    const fallback = facts.secret || facts.default === undefined ? {} : { default: facts.default };
    return {
      name,
      description: facts.description ?? "",
      ...fallback,
      required: !facts.optional,
      ...(facts.secret ? { secret: true as const } : {}),
    };
  });
}

function line({ name, problem, description }: ConfigFault): string {
  return `  ${name}: ${problem}${description === undefined ? "" : ` (${description})`}`;
}

function faultOf(schema: z.ZodObject, given: Record<string, string>, issue: z.core.$ZodIssue): ConfigFault {
  const name = String(issue.path[0] ?? "environment");
  const field = schema.shape[name];
  const value = given[name];
  const isMissing = value === undefined && field !== undefined;
  return {
    name,
    problem: isMissing ? "is required and not set" : withoutValue(issue.message, value),
    description: descriptionOf(schema, name),
  };
}

function descriptionOf(schema: z.ZodObject, name: string): string | undefined {
  const field = schema.shape[name];
  return field && factsOf(field).description;
}

/** Removes the value from a schema's message, which may quote it. */
function withoutValue(problem: string, value: string | undefined): string {
  return value === undefined || value.length < 4 ? problem : problem.replaceAll(value, "[value]");
}

interface Facts {
  description?: string;
  default?: string;
  optional: boolean;
  secret: boolean;
}

/** The description, the default and the secret flag may be on any wrapper of the actual type. */
function factsOf(field: z.core.$ZodType): Facts {
  const facts: Facts = { optional: false, secret: false };
  for (let layer: z.core.$ZodType | undefined = field; layer; layer = innerOf(layer)) {
    const meta = z.globalRegistry.get(layer);
    if (facts.description === undefined && meta?.description !== undefined) facts.description = meta.description;
    if (meta?.secret === true) facts.secret = true;
    if (layer instanceof z.ZodOptional) facts.optional = true;
    if (layer instanceof z.ZodDefault || layer instanceof z.ZodPrefault) {
      facts.optional = true;
      facts.default ??= written(layer.def.defaultValue);
    }
  }
  return facts;
}

function innerOf(layer: z.core.$ZodType): z.core.$ZodType | undefined {
  if (layer instanceof z.ZodPipe) return layer.def.in;
  if (
    layer instanceof z.ZodOptional ||
    layer instanceof z.ZodDefault ||
    layer instanceof z.ZodPrefault ||
    layer instanceof z.ZodNullable ||
    layer instanceof z.ZodReadonly
  ) {
    return layer.def.innerType;
  }
  return undefined;
}

function written(value: unknown): string {
  if (Array.isArray(value)) return value.map(written).join(",");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
