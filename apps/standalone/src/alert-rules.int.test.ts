import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "@jest/globals";
import { METRICS } from "@skucast/service-kit/metric-names";
import { parse } from "yaml";
import { z } from "zod";

const FOLDER = fileURLToPath(new URL("../../../infra/prometheus/", import.meta.url));
const read = (name: string): unknown => parse(readFileSync(`${FOLDER}${name}`, "utf8"));
const promtool = (...args: string[]) =>
  execFileSync("promtool", args, { cwd: FOLDER, encoding: "utf8", stdio: "pipe" });

const rulesFile = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.looseObject({
          alert: z.string(),
          expr: z.string(),
          labels: z.object({ severity: z.enum(["page", "ticket"]) }),
          annotations: z.object({ summary: z.string(), description: z.string() }),
        }),
      ),
    }),
  ),
});
const testsFile = z.looseObject({
  tests: z.array(
    z.looseObject({
      alert_rule_test: z.array(z.looseObject({ alertname: z.string(), exp_alerts: z.array(z.unknown()) })),
    }),
  ),
});
const rules = rulesFile.parse(read("alerts.yml")).groups.flatMap((group) => group.rules);
const cases = testsFile.parse(read("alerts.test.yml")).tests.flatMap((one) => one.alert_rule_test);

test("every alert fires when it has to, at the first event too, and stays silent otherwise", () => {
  expect(promtool("check", "rules", "alerts.yml")).toContain(`SUCCESS: ${rules.length} rules found`);
  expect(promtool("test", "rules", "alerts.test.yml")).toContain("SUCCESS");
});

describe.each(rules)("$alert", ({ alert, expr }) => {
  test("is tested both ways", () => {
    const own = cases.filter(({ alertname }) => alertname === alert);
    expect(own.map(({ exp_alerts }) => exp_alerts.length > 0).sort()).toEqual([false, true]);
  });

  test("asks for metrics that processes have", () => {
    const names = new Set<string>(Object.values(METRICS).map(({ name }) => name));
    const asked = [...expr.matchAll(/\b(skucast|http)_\w+/g)].map(([name]) => name.replace(/_bucket$/, ""));
    expect(asked.filter((name) => !names.has(name))).toEqual([]);
    expect(asked).not.toEqual([]);
  });

  test("is in the docs", () => {
    const operations = readFileSync(`${FOLDER}../../docs/operations.md`, "utf8");
    expect(operations).toContain(`| \`${alert}\` `);
  });
});

test("each counter whose increase alone is an alert starts at 0: it has known values for its labels", () => {
  const asked = rules.flatMap(({ expr }) =>
    [...expr.matchAll(/increase\((\w+)(\{[^}]*\})?\[/g)].map(([, name]) => name),
  );
  const learnt = ["queue", "region", "metric"]; // known to a process when it starts what they name
  for (const { name, labels, values } of Object.values(METRICS) as (typeof METRICS.runs)[]) {
    if (!asked.includes(name)) continue;
    const known = [...Object.keys(values ?? {}), ...learnt];
    expect({ name, unknown: labels.filter((label) => !known.includes(label)) }).toEqual({ name, unknown: [] });
  }
});
