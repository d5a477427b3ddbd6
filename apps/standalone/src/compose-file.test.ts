import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "@jest/globals";
import { loadConfig } from "@skucast/service-kit/config";
import { duration } from "@skucast/service-kit/config-fields";
import { STOP_TIMEOUT_MS } from "@skucast/service-kit/run-process";
import { DRAIN_TIMEOUT_MS } from "@skucast/service-kit/service";
import { Ajv } from "ajv";
import { parse } from "yaml";
import { z } from "zod";
import { APP_NAMES } from "./apps.js";
import { APP_SETTINGS } from "./testing/app-settings.js";

const fileAt = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), "utf8");

const composeSchema = z.looseObject({
  services: z.record(
    z.string(),
    z.looseObject({
      build: z.object({ dockerfile: z.string(), args: z.record(z.string(), z.string()) }).optional(),
      environment: z.record(z.string(), z.string()).default({}),
      command: z.union([z.string(), z.array(z.string())]).optional(),
      stop_grace_period: z.string().optional(),
      volumes: z.array(z.string()).optional(),
    }),
  ),
});
const source = fileAt("docker-compose.yml");
const raw: unknown = parse(source, { merge: true });
const { services } = composeSchema.parse(raw);

/** As docs/operations.md states them. */
const CONNECTIONS_PER_PROCESS = 24;
const CONNECTIONS_OF_PEOPLE = 20;

/** Values in an operator's .env. `filled` replaces `${NAME}`, `${NAME:-default}` and `${NAME:?message}` as Compose does. */
const FILLED: Readonly<Record<string, string>> = {
  POSTGRES_APP_PASSWORD: "0a1b",
  RABBITMQ_PASSWORD: "2c3d",
  SKUCAST_ENCRYPTION_KEYS: `k1:${Buffer.alloc(32).toString("base64")}`,
};
const filled = (value: string): string =>
  value.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_all, name: string, kind?: string, rest = "") => {
    return FILLED[name] ?? (kind === "-" ? rest : "");
  });

test("docker-compose.yml is valid against the schema of the Compose Specification", () => {
  const { $schema: _dialect, ...schema } = JSON.parse(fileAt("infra/schema/compose-spec.json"));
  const validate = new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(schema);
  validate(raw);
  expect(validate.errors).toBeNull();
});

describe.each(APP_NAMES)("%s in docker-compose.yml", (name) => {
  test("is built from the shared Dockerfile with its own name", () => {
    expect(services[name]?.build).toEqual({ dockerfile: "infra/Dockerfile", args: { APP: name } });
  });

  test("is stopped later than its delay, the drain and the close take together", () => {
    const delayMs = APP_SETTINGS[name].shape.SKUCAST_SHUTDOWN_DELAY.parse(undefined);
    const periodMs = duration().parse(services[name]?.stop_grace_period);
    expect(periodMs).toBeGreaterThanOrEqual(delayMs + DRAIN_TIMEOUT_MS + STOP_TIMEOUT_MS);
  });

  test("gets all settings that it needs and none that it does not read", () => {
    const environment = services[name]?.environment ?? {};
    const schema: z.ZodObject = APP_SETTINGS[name];
    expect(Object.keys(environment).filter((variable) => !(variable in schema.shape))).toEqual([]);
    const given = Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, filled(value)]));
    expect(() => loadConfig(schema, given)).not.toThrow();
  });
});

test("behind a proxy, every app of docker-compose.yml can see the addresses of clients", () => {
  for (const name of APP_NAMES) expect(services[name]?.environment).toHaveProperty("SKUCAST_TRUST_PROXY");
  expect(fileAt("infra/.env.example")).toMatch(/^SKUCAST_TRUST_PROXY=$/m);
});

test("the command line of docker-compose.yml checks the same database, bus and files as the exporter uses", () => {
  const { environment, volumes } = services["sftp-exporter"] ?? {};
  const { SKUCAST_SMTP_URL: _unused, ...checked } = environment ?? {};
  expect(services.skucast?.environment).toMatchObject(checked);
  expect(services.skucast?.volumes).toEqual(volumes);
});

test("every app of docker-compose.yml that reads the mail settings gets them", () => {
  for (const variable of ["SKUCAST_SMTP_URL", "SKUCAST_MAIL_FROM"]) {
    const readers = APP_NAMES.filter((name) => variable in APP_SETTINGS[name].shape);
    expect(APP_NAMES.filter((name) => variable in (services[name]?.environment ?? {}))).toEqual(readers);
    expect(readers).toContain("auth-server");
  }
});

test("PostgreSQL in docker-compose.yml accepts the connections of every app, and those of administrators", () => {
  const [, max] = /max_connections=(\d+)/.exec(String(services.postgres?.command)) ?? [];
  expect(Number(max)).toBeGreaterThanOrEqual(APP_NAMES.length * CONNECTIONS_PER_PROCESS + CONNECTIONS_OF_PEOPLE);
  const [, pooled] = /^default_pool_size = (\d+)$/m.exec(fileAt("infra/pgbouncer/session.ini")) ?? [];
  expect(Number(pooled)).toBeGreaterThanOrEqual(APP_NAMES.length * CONNECTIONS_PER_PROCESS);
  expect(Number(pooled)).toBeLessThan(Number(max));
  const operations = fileAt("docs/operations.md").replaceAll(/\s+/g, " ");
  expect(operations).toContain(`at most ${CONNECTIONS_PER_PROCESS} connections`);
  expect(operations).toContain(`${CONNECTIONS_PER_PROCESS} × processes + ${CONNECTIONS_OF_PEOPLE}`);
});

test("docker-compose.yml contains no password, and infra/.env.example lists every variable to set", () => {
  const required = [...source.matchAll(/\$\{(\w+):\?/g)].map((match) => match[1]);
  const example = fileAt("infra/.env.example");
  for (const name of required) expect(example).toMatch(new RegExp(`^${name}=$`, "m"));
  const secrets = Object.values(services).flatMap(({ environment }) =>
    Object.entries(environment).filter(([name]) => /PASS(WORD)?$|_KEYS$|_TOKEN$|_URL$/.test(name)),
  );
  for (const [, value] of secrets) expect(value).toMatch(/\$\{\w+:[?-]/);
});
