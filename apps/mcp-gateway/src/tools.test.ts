import { describe, expect, test } from "@jest/globals";
import { PUBLIC_TOOLS } from "./public-tools.js";
import { toolSchemas } from "./server/tool-schemas.js";
import type { Tool } from "./tools/define-tool.js";
import { TOOLS } from "./tools.js";

const byName: [string, Tool, readonly Tool[]][] = [
  ...TOOLS.map((tool) => [tool.name, tool, TOOLS] as [string, Tool, readonly Tool[]]),
  ...PUBLIC_TOOLS.map((tool) => [`public ${tool.name}`, tool, PUBLIC_TOOLS] as [string, Tool, readonly Tool[]]),
];
const schemaOf = (tool: Tool, side: "input" | "output"): Record<string, unknown> =>
  toolSchemas(tool)[side]["~standard"].jsonSchema.input({ target: "draft-2020-12" });

describe.each(byName)("%s", (_name, tool, all) => {
  test("has a name that every directory accepts, a title, and all four hints as booleans", () => {
    expect(tool.name).toMatch(/^[a-z_]{3,64}$/);
    expect(tool.title).toMatch(/^[A-Z]/);
    const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint, ...others } = tool.hints;
    for (const hint of [readOnlyHint, destructiveHint, idempotentHint, openWorldHint])
      expect(typeof hint).toBe("boolean");
    expect(others).toEqual({});
  });

  test("a read requires no write scope, and a write requires one", () => {
    const scopes = [...tool.scopes, ...Object.values(tool.argumentScopes ?? {})];
    expect(scopes.some((scope) => scope.endsWith(":write"))).toBe(!tool.hints.readOnlyHint);
    if (tool.hints.readOnlyHint) expect(tool.hints.destructiveHint).toBe(false);
  });

  test("a write can be tried without storing anything", () => {
    const names = Object.keys(tool.input.shape);
    expect(names.includes("validate_only")).toBe(!tool.hints.readOnlyHint);
  });

  test("its schemas are objects at the root, contain no references, and reject unknown arguments", () => {
    for (const side of ["input", "output"] as const) {
      const schema = schemaOf(tool, side);
      expect(schema.type).toBe("object");
      expect(JSON.stringify(schema)).not.toMatch(/"\$ref"|"\$schema"|"examples"/);
    }
    expect(schemaOf(tool, "input").additionalProperties).toBe(false);
    expect(schemaOf(tool, "output").additionalProperties).not.toBe(false);
  });

  test("the workspace is never an argument", () => {
    expect(JSON.stringify(schemaOf(tool, "input"))).not.toContain("workspace");
  });

  test("its description says when to use it and names only existing tools", () => {
    const names = new Set(all.map(({ name }) => name));
    const named = tool.description.match(/\b[a-z]+_[a-z_]+\b/g) ?? [];
    const fields = JSON.stringify(schemaOf(tool, "input")) + JSON.stringify(schemaOf(tool, "output"));
    for (const word of named) expect(names.has(word) || fields.includes(word)).toBe(true);
    expect(tool.description.length).toBeGreaterThan(80);
    expect(tool.description.length).toBeLessThan(420);
  });
});

test("names are unique; workspace tools have scopes, public ones none", () => {
  for (const tools of [TOOLS, PUBLIC_TOOLS]) expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length);
  expect(TOOLS.filter(({ scopes }) => scopes.length === 0)).toEqual([]);
  expect(PUBLIC_TOOLS.filter(({ scopes }) => scopes.length > 0)).toEqual([]);
});
