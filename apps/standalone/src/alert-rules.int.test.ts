import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "@jest/globals";
import { METRICS } from "@skucast/service-kit/metric-names";
import { parse } from "yaml";
import { z } from "zod";
import { APP_NAMES } from "./apps.js";

const FOLDER = fileURLToPath(new URL("../../../infra/prometheus/", import.meta.url));
const read = (name: string): unknown => parse(readFileSync(`${FOLDER}${name}`, "utf8"));
const promtool = (...args: string[]) =>
  execFileSync("promtool", args, { cwd: FOLDER, encoding: "utf8", stdio: "pipe" });

const alertSchema = z.looseObject({
  alert: z.string(),
  expr: z.string(),
  labels: z.object({ severity: z.enum(["page", "ticket"]) }),
  annotations: z.object({ summary: z.string(), description: z.string(), runbook_url: z.string() }),
});
const recordingSchema = z.strictObject({ record: z.string(), labels: z.object({ slo: z.string() }), expr: z.string() });
const rulesFile = z.object({
  groups: z.array(z.object({ rules: z.array(z.union([alertSchema, recordingSchema])) })),
});
const dashboardFile = z.looseObject({
  uid: z.string(),
  panels: z.array(
    z.looseObject({
      id: z.int(),
      title: z.string().min(1),
      targets: z.array(z.object({ refId: z.string(), expr: z.string(), legendFormat: z.string() })).default([]),
    }),
  ),
});
const prometheusFile = z.looseObject({
  rule_files: z.array(z.string()),
  scrape_configs: z.array(z.looseObject({ dns_sd_configs: z.array(z.looseObject({ names: z.array(z.string()) })) })),
});
const testsFile = z.looseObject({
  tests: z.array(
    z.looseObject({
      alert_rule_test: z.array(
        z.looseObject({
          alertname: z.string(),
          eval_time: z.string().regex(/^\d+m$/),
          exp_alerts: z.array(z.unknown()),
        }),
      ),
    }),
  ),
});
const FILES = ["alerts", "slos"] as const;
const rulesOf = (name: string) => rulesFile.parse(read(`${name}.yml`)).groups.flatMap((group) => group.rules);
const all = FILES.flatMap(rulesOf);
const rules = all.filter((rule): rule is z.output<typeof alertSchema> => "alert" in rule);
const recordings = all.filter((rule): rule is z.output<typeof recordingSchema> => "record" in rule);
const tests = FILES.flatMap((name) => testsFile.parse(read(`${name}.test.yml`)).tests);
const RUNBOOK = readFileSync(`${FOLDER}../../docs/runbook.md`, "utf8");
const RUNBOOK_URL = "https://github.com/skucast/skucast/blob/main/docs/runbook.md";

/** Names of our metrics in an expression, without the suffixes that Prometheus adds for histograms. */
const namesIn = (expr: string) =>
  [...expr.matchAll(/\b(skucast|http)_\w+/g)].map(([name]) => name.replace(/_(bucket|count|sum)$/, ""));
const METRIC_NAMES = new Set<string>(Object.values(METRICS).map(({ name }) => name));

test.each(FILES)(
  "every alert of %s fires when it has to, at the first event too, and stays silent otherwise",
  (name) => {
    expect(promtool("check", "rules", `${name}.yml`)).toContain(`SUCCESS: ${rulesOf(name).length} rules found`);
    expect(promtool("test", "rules", `${name}.test.yml`)).toContain("SUCCESS");
  },
);

test("Prometheus of docker-compose.yml is configured for every app, with these rules", () => {
  expect(promtool("check", "config", "--syntax-only", "prometheus.yml")).toContain("SUCCESS");
  const config = prometheusFile.parse(read("prometheus.yml"));
  expect(config.rule_files).toEqual(FILES.map((name) => `${name}.yml`));
  expect(config.scrape_configs.flatMap((job) => job.dns_sd_configs.flatMap(({ names }) => names)).sort()).toEqual(
    [...APP_NAMES].sort(),
  );
});

test("each objective is measured over the same windows, with metrics and buckets that exist", () => {
  const windows = Map.groupBy(recordings, ({ labels }) => labels.slo);
  for (const [slo, own] of windows) {
    const ratios = own.filter(({ record }) => !record.startsWith("skucast:slo_errors:count_"));
    const measured = ratios.map(({ record }) => record.replace("skucast:slo_errors:ratio_", "")).sort();
    expect({ slo, measured }).toEqual({ slo, measured: ["1h", "30m", "3d", "5m", "6h", "skucast:slo_objective"] });
  }
  for (const { expr } of recordings) {
    expect(namesIn(expr).filter((name) => !METRIC_NAMES.has(name))).toEqual([]);
    for (const [, name, bound] of expr.matchAll(/(\w+)_bucket\{le="([\d.]+)"/g)) {
      const { buckets } = Object.values(METRICS).find((metric) => metric.name === name) ?? {};
      expect(buckets).toContain(Number(bound));
    }
  }
});

test("the alert on apps that are down names every app", () => {
  const { expr } = rules.find(({ alert }) => alert === "SkucastAppDown") ?? { expr: "" };
  const absent = [...expr.matchAll(/absent\(skucast_app_ok\{app="([\w-]+)"\}\)/g)].map(([, app]) => app);
  expect(absent.sort()).toEqual([...APP_NAMES].sort());
});

test("the Grafana dashboard uses only metrics and recording rules that exist", () => {
  const file = fileURLToPath(new URL("../../../infra/grafana/skucast.json", import.meta.url));
  const { panels } = dashboardFile.parse(JSON.parse(readFileSync(file, "utf8")));
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const exprs = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  expect(exprs.flatMap(namesIn).filter((name) => !METRIC_NAMES.has(name))).toEqual([]);
  const recorded = new Set(recordings.map(({ record }) => record));
  const asked = exprs.flatMap((expr) => [...expr.matchAll(/skucast:[\w:]+/g)].map(([name]) => name));
  expect(asked.filter((name) => !recorded.has(name))).toEqual([]);
  const shown = new Set(exprs.flatMap(namesIn));
  const unseen = ["skucast_sftp_connections", "skucast_sftp_logins_total", "skucast_feed_store_failures_total"];
  const missing = [...METRIC_NAMES].filter((name) => !shown.has(name) && !unseen.includes(name));
  expect(missing.filter((name) => /oldest|attempts_total|runs_total|consumers|check_ok|app_ok/.test(name))).toEqual([]);
});

describe.each(rules)("$alert", ({ alert, expr, labels, annotations }) => {
  test("has a test that fires and then stops, and one that does not fire", () => {
    const own = tests.map(({ alert_rule_test: checks }) => checks.filter(({ alertname }) => alertname === alert));
    const minutes = ({ eval_time: time }: { eval_time: string }) => Number.parseInt(time, 10);
    const stops = own.filter((checks) => {
      const fired = checks.find(({ exp_alerts }) => exp_alerts.length > 0);
      return fired && checks.some((it) => it.exp_alerts.length === 0 && minutes(it) > minutes(fired));
    });
    const silent = own.filter(
      (checks) => checks.length > 0 && checks.every(({ exp_alerts }) => exp_alerts.length === 0),
    );
    expect({ stops: stops.length > 0, silent: silent.length > 0 }).toEqual({ stops: true, silent: true });
  });

  test("uses only metrics that exist", () => {
    const recorded = recordings.filter(({ record }) => expr.includes(record));
    const asked = [...namesIn(expr), ...recorded.flatMap((recording) => namesIn(recording.expr))];
    expect(asked.filter((name) => !METRIC_NAMES.has(name))).toEqual([]);
    expect(asked).not.toEqual([]);
  });

  test("links to its section of the runbook, which names its severity", () => {
    expect(annotations.runbook_url).toBe(`${RUNBOOK_URL}#${alert.toLowerCase()}`);
    expect(RUNBOOK).toContain(`\n### ${alert}\n\n**${labels.severity}.** `);
  });
});

test("every metric is exported by the sources of an app or a package", () => {
  const files = ["apps/*.ts", "packages/*.ts", ":!*.test.ts", ":!*/testing/*"];
  const cwd = `${FOLDER}../..`;
  const used = execFileSync("git", ["grep", "-ohE", "METRICS\\.[A-Za-z]+", "--", ...files], { cwd, encoding: "utf8" });
  const names = new Set(used.split("\n").map((text) => text.replace("METRICS.", "")));
  expect(Object.keys(METRICS).filter((name) => !names.has(name))).toEqual([]);
});

test("the runbook has no section of an alert that does not exist", () => {
  const sections = [...RUNBOOK.matchAll(/^### (\w+)$/gm)].map(([, name]) => name);
  expect(sections.sort()).toEqual(rules.map(({ alert }) => alert).sort());
});

test("a counter whose first increase is an alert starts at 0 with known label values", () => {
  const asked = rules.flatMap(({ expr }) =>
    [...expr.matchAll(/increase\((\w+)(\{[^}]*\})?\[/g)].map(([, name]) => name),
  );
  const learnt = ["queue", "region", "metric"]; // a process learns their values when it starts
  for (const { name, labels, values } of Object.values(METRICS) as (typeof METRICS.runs)[]) {
    if (!asked.includes(name)) continue;
    const known = [...Object.keys(values ?? {}), ...learnt];
    expect({ name, unknown: labels.filter((label) => !known.includes(label)) }).toEqual({ name, unknown: [] });
  }
});
