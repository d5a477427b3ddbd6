import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { z } from "zod";
import { ConfigError, describeConfig, loadConfig } from "./config.js";
import {
  choice,
  cidrList,
  commaList,
  duration,
  flag,
  integer,
  parsableBy,
  port,
  secret,
  text,
  url,
} from "./config-fields.js";
import { withValues } from "./secret-files.js";

const schema = z.object({
  PORT: port().prefault("8080").describe("Port of the HTTP origin"),
  DATABASE_URL: secret().describe("Where PostgreSQL is"),
  DRAIN_TIMEOUT: duration().prefault("30s").describe("Time to finish the work in progress"),
  AMQP_URL: url(["amqp", "amqps"]).optional().describe("Where RabbitMQ is"),
  SEAL_KEY: secret()
    .refine((value) => value.length === 32, { error: (issue) => `bad key ${String(issue.input)}` })
    .default("0123456789abcdef0123456789abcdef"),
});

function messageOf(env: Record<string, string>): string {
  try {
    loadConfig(schema, env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error("the configuration was accepted");
}

describe("loadConfig", () => {
  test("parses strings to types and fills in defaults", () => {
    expect(loadConfig(schema, { DATABASE_URL: "x", PORT: "9000", UNRELATED: "1" })).toEqual({
      PORT: 9000,
      DATABASE_URL: "x",
      DRAIN_TIMEOUT: 30_000,
      SEAL_KEY: "0123456789abcdef0123456789abcdef",
    });
  });

  test("treats an empty variable as unset", () => {
    expect(loadConfig(schema, { DATABASE_URL: "x", PORT: "", AMQP_URL: "" })).toMatchObject({ PORT: 8080 });
    expect(messageOf({ DATABASE_URL: "" })).toContain("DATABASE_URL: is required and not set");
  });

  test("reports all errors at once, each with the name, the problem and the description", () => {
    expect(messageOf({ PORT: "http", DRAIN_TIMEOUT: "30", AMQP_URL: "http://bus" })).toBe(
      [
        "The configuration has 4 errors:",
        "  PORT: must be a whole number from 0 to 65535 (Port of the HTTP origin)",
        "  DATABASE_URL: is required and not set (Where PostgreSQL is)",
        "  DRAIN_TIMEOUT: must be a duration with its unit, such as 500ms, 30s, 5m, 2h or 1d (Time to finish the work in progress)",
        "  AMQP_URL: must be a URL that starts with amqp:// or amqps:// (Where RabbitMQ is)",
      ].join("\n"),
    );
  });

  test("reports the message of a parser", () => {
    const read = () => {
      throw new Error("each key needs an id of its own");
    };
    const keys = z.object({ KEYS: secret().superRefine(parsableBy(read)).optional().describe("Keys") });
    expect(loadConfig(keys, {})).toEqual({});
    expect(() => loadConfig(keys, { KEYS: "k1:a,k1:b" })).toThrow("KEYS: each key needs an id of its own (Keys)");
    expect(describeConfig(keys)).toEqual([{ name: "KEYS", description: "Keys", required: false, secret: true }]);
  });

  describe("with a secret in a file", () => {
    let folder: string;
    const fileWith = (content: string) => {
      const path = join(folder, "secret");
      writeFileSync(path, content);
      return path;
    };
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), "skucast-secrets-"));
    });
    afterEach(() => rmSync(folder, { recursive: true }));

    test.each([
      ["as it is", "canary", "canary"],
      ["without one line end", "canary\n", "canary"],
      ["without the line end of Windows", "canary\r\n", "canary"],
      ["with its spaces and other line ends", " canary\n\n", " canary\n"],
    ])("reads it %s", (_title, content, expected) => {
      expect(loadConfig(schema, { DATABASE_URL_FILE: fileWith(content) }).DATABASE_URL).toBe(expected);
    });

    test("uses the variable if the path is empty", () => {
      expect(loadConfig(schema, { DATABASE_URL: "x", DATABASE_URL_FILE: "" }).DATABASE_URL).toBe("x");
    });

    test("ignores files for settings that are no secrets", () => {
      expect(loadConfig(schema, { DATABASE_URL: "x", PORT_FILE: fileWith("1") }).PORT).toBe(8080);
    });

    test("says which file cannot be used, once and with the other errors, and never what is in it", () => {
      const absent = join(folder, "absent");
      expect(messageOf({ DATABASE_URL_FILE: absent, PORT: "http" }).split("\n")).toEqual([
        "The configuration has 2 errors:",
        `  DATABASE_URL_FILE: ${absent} cannot be read (ENOENT) (Where PostgreSQL is)`,
        "  PORT: must be a whole number from 0 to 65535 (Port of the HTTP origin)",
      ]);
      expect(messageOf({ DATABASE_URL_FILE: folder })).toContain(`${folder} is not a file`);
      expect(messageOf({ DATABASE_URL_FILE: fileWith("\n") })).toContain("is empty");
      expect(messageOf({ DATABASE_URL_FILE: fileWith("x".repeat(65_537)) })).toContain("is larger than 65536 bytes");
      const both = messageOf({ DATABASE_URL: "canary", DATABASE_URL_FILE: fileWith("canary") });
      expect(both).toContain("DATABASE_URL_FILE: is set, and so is DATABASE_URL; set one of them");
      expect(both).not.toContain("canary");
      const wrong = messageOf({ DATABASE_URL: "x", SEAL_KEY_FILE: fileWith("canary-seal-key") });
      expect(wrong).toContain("SEAL_KEY: bad key [value]");
    });

    test("can be replaced by a value of the deployment's own", () => {
      const env = withValues({ DATABASE_URL_FILE: fileWith("canary"), PORT: "1" }, { DATABASE_URL: "own" });
      expect(loadConfig(schema, env)).toMatchObject({ DATABASE_URL: "own", PORT: 1 });
    });
  });

  test("never contains a value, even when a field's message quotes it", () => {
    expect(messageOf({ DATABASE_URL: "x", SEAL_KEY: "canary-seal-key" })).toContain("SEAL_KEY: bad key [value]");
    expect(messageOf({ AMQP_URL: "http://user:canary@bus" })).not.toContain("canary");
  });
});

test("describeConfig lists the settings in the form in which they are set, without defaults of secrets", () => {
  expect(describeConfig(schema)).toEqual([
    { name: "PORT", description: "Port of the HTTP origin", default: "8080", required: false },
    { name: "DATABASE_URL", description: "Where PostgreSQL is", required: true, secret: true },
    { name: "DRAIN_TIMEOUT", description: "Time to finish the work in progress", default: "30s", required: false },
    { name: "AMQP_URL", description: "Where RabbitMQ is", required: false },
    { name: "SEAL_KEY", description: "", required: false, secret: true },
  ]);
});

test("a description or a secret flag inside a wrapper is found", () => {
  const wrapped = z.object({
    A: text().describe("inner").optional(),
    B: secret().nullable().default(null).describe("outer"),
  });
  expect(describeConfig(wrapped)).toEqual([
    { name: "A", description: "inner", required: false },
    { name: "B", description: "outer", required: false, secret: true },
  ]);
});

describe("fields", () => {
  test.each([
    ["port", port(), "0", 0],
    ["integer", integer({ min: -5, max: 5 }), "-5", -5],
    ["duration in ms", duration(), "500ms", 500],
    ["duration in days", duration(), "2d", 172_800_000],
    ["flag on", flag(), "yes", true],
    ["flag off", flag(), "FALSE", false],
    ["choice", choice(["info", "debug"]), "debug", "debug"],
    ["comma list", commaList(), " a, ,b ,", ["a", "b"]],
    ["url", url(["https"]), "https://shop.example/a", "https://shop.example/a"],
    ["ranges", cidrList(), "10.0.0.0/8, 127.0.0.1,fd00::/8,::1", ["10.0.0.0/8", "127.0.0.1/32", "fd00::/8", "::1/128"]],
  ])("%s reads %#", (_title, field: z.ZodType, written, value) => {
    expect(field.parse(written)).toEqual(value);
  });

  test.each([
    ["port", port(), "65536"],
    ["port in hex", port(), "0x50"],
    ["integer", integer({ min: 0, max: 5 }), "1.5"],
    ["duration without a unit", duration(), "500"],
    ["duration below zero", duration(), "-5s"],
    ["flag", flag(), "maybe"],
    ["choice", choice(["info", "debug"]), "loud"],
    ["url of another scheme", url(["https"]), "http://shop.example"],
    ["url", url(["https"]), "https://"],
    ["range too wide", cidrList(), "10.0.0.0/33"],
    ["range of a name", cidrList(), "10.0.0.1,localhost"],
    ["range with a zone", cidrList(), "fe80::1%eth0/64"],
    ["range with two slashes", cidrList(), "10.0.0.0/8/8"],
  ])("%s is refused (%#)", (_title, field: z.ZodType, written) => {
    expect(field.safeParse(written).success).toBe(false);
  });
});
