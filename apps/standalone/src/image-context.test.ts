import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import dockerignore from "@balena/dockerignore";
import { describe, expect, test } from "@jest/globals";
import { type Copy, DockerfileParser } from "dockerfile-ast";
import { parse } from "yaml";
import { z } from "zod";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const fileAt = (path: string): string => readFileSync(`${ROOT}${path}`, "utf8");

const dockerfile = DockerfileParser.parse(fileAt("infra/Dockerfile"));
const ignored = dockerignore.default().add(fileAt("infra/Dockerfile.dockerignore"));

/** The files of the build context: those of the repository that the ignore file does not exclude. */
const context = execFileSync("git", ["ls-files"], { cwd: ROOT, encoding: "utf8" })
  .split("\n")
  .filter((path) => path !== "" && !ignored.ignores(path));

const sourcesOf = (copy: Copy): string[] =>
  copy
    .getArguments()
    .slice(0, -1)
    .map((argument) => argument.getValue());
const fromContext = dockerfile.getCOPYs().filter((copy) => copy.getFromFlag() === null);
const isCopied = (path: string) =>
  fromContext.flatMap(sourcesOf).some((source) => path === source || path.startsWith(`${source}/`));

describe("the build context of infra/Dockerfile", () => {
  test.each(fromContext.flatMap(sourcesOf))("contains %s, which the Dockerfile copies", (source) => {
    expect(context.some((path) => path === source || path.startsWith(`${source}/`))).toBe(true);
  });

  test("contains all files of the copied folders except generated ones", () => {
    const tracked = execFileSync("git", ["ls-files"], { cwd: ROOT, encoding: "utf8" }).split("\n").filter(isCopied);
    expect(tracked.filter((path) => !context.includes(path))).toEqual([]);
  });

  test("contains every patch of a dependency before pnpm fetch, which fails without them", () => {
    const { patchedDependencies } = z
      .looseObject({ patchedDependencies: z.record(z.string(), z.string()) })
      .parse(parse(fileAt("pnpm-workspace.yaml")));
    const fetchLine = lineOf((text) => text.endsWith(" fetch"));
    const before = fromContext.filter((copy) => copy.getRange().start.line < fetchLine).flatMap(sourcesOf);
    for (const patch of Object.values(patchedDependencies)) {
      expect(context).toContain(patch);
      expect(before.some((source) => patch === source || patch.startsWith(`${source}/`))).toBe(true);
    }
  });

  test("leaves out what the build creates", () => {
    for (const path of [
      "node_modules/a.js",
      "apps/importer/node_modules/a.js",
      "packages/db/dist/a.js",
      ".env",
      ".git/config",
    ]) {
      expect([path, ignored.ignores(path)]).toEqual([path, true]);
    }
  });
});

describe("infra/Dockerfile", () => {
  test("builds once for all images: nothing runs and nothing is copied after ARG APP", () => {
    const appLine = lineOf((text) => text === "ARG APP");
    const work = dockerfile.getInstructions().filter((step) => ["RUN", "COPY", "ADD"].includes(step.getKeyword()));
    expect(work.filter((step) => step.getRange().start.line > appLine).map(String)).toEqual([]);
    for (const step of work) expect(step.getTextContent()).not.toMatch(/\$\{?APP\b/);
  });

  test("runs as an unprivileged user and declares a health check", () => {
    const keywords = dockerfile.getInstructions().map((step) => step.getTextContent());
    expect(keywords.filter((text) => text.startsWith("USER "))).toEqual(["USER node"]);
    expect(dockerfile.getHEALTHCHECKs()).toHaveLength(1);
  });
});

function lineOf(isWanted: (text: string) => boolean): number {
  const step = dockerfile.getInstructions().find((instruction) => isWanted(instruction.getTextContent()));
  if (step === undefined) throw new Error("infra/Dockerfile has no such instruction");
  return step.getRange().start.line;
}
