import { z } from "zod";

/** One variable that cannot be used, told without its value. */
export interface ConfigFault {
  name: string;
  problem: string;
  description: string | undefined;
}

/** Thrown by `loadConfig`: every fault of the environment at once, and no value of any variable. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly faults: readonly ConfigFault[];
  constructor(faults: readonly ConfigFault[]) {
    super(
      [`The configuration has ${faults.length} ${faults.length === 1 ? "fault" : "faults"}:`, ...faults.map(line)].join(
        "\n",
      ),
    );
    this.faults = faults;
  }
}

/** One row of the generated reference of settings. */
export interface ConfigRow {
  name: string;
  description: string;
  /** As it would be written in the environment; absent when there is none, or when it is a secret. */
  default?: string;
  required: boolean;
  secret?: true;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the environment through the schema. An empty string counts as unset; variables the schema does not name are left alone.
 * Throws a `ConfigError` that names every faulty variable.
 */
export function loadConfig<Schema extends z.ZodObject>(schema: Schema, env: Environment): z.output<Schema> {
  const given: Record<string, string> = {};
  for (const name of Object.keys(schema.shape)) {
    const value = env[name];
    if (value !== undefined && value !== "") given[name] = value;
  }
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new ConfigError(parsed.error.issues.map((issue) => faultOf(schema, given, issue)));
}

/** The settings of a schema in their order, for generated docs. */
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
    description: field && factsOf(field).description,
  };
}

/** A schema's own sentence may quote what it was given; a value never reaches the message, secret or not. */
function withoutValue(problem: string, value: string | undefined): string {
  return value === undefined || value.length < 4 ? problem : problem.replaceAll(value, "[value]");
}

interface Facts {
  description?: string;
  default?: string;
  optional: boolean;
  secret: boolean;
}

/** Descriptions, defaults and the secret mark may sit on any layer around the real type. */
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
