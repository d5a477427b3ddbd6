import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { eventually } from "@skucast/testkit/eventually";
import { createDeployment, type Deployment } from "./testing/run-deployment.js";

const PROGRAM = fileURLToPath(new URL("../dist/cli.js", import.meta.url));
let deployment: Deployment;

beforeAll(async () => {
  deployment = await createDeployment();
  await deployment.start();
});
afterAll(() => deployment.remove());

/** Runs the command line in the data folder, as a user would. */
async function skucast(...args: string[]): Promise<{ output: string; errors: string; code: number | null }> {
  const env = { ...process.env, SKUCAST_DATA_DIR: deployment.dataDir, INIT_CWD: deployment.dataDir, NODE_OPTIONS: "" };
  const child = spawn(process.execPath, [PROGRAM, ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  return { output, errors, code: child.exitCode };
}

const file = (name: string, content: string) => writeFileSync(join(deployment.dataDir, name), content);

test("imports a shop's file: prints the mapping, counts every row, lists every error, and creates the products", async () => {
  file(
    "shop.csv",
    [
      "name,slug,sku,price,stock,images,Margin",
      "Linen Shirt,linen-shirt,LS-S,49.90,12,a.jpg|b.jpg,5",
      ",,LS-M,49.90,0,,5",
      "Wool Hat,wool-hat,WH-1,24.00,40,,5",
      "Wool Hat again,wool-hat,WH-1,25.00,40,,5",
      "Mystery,mystery,MY-1,free,1,,5",
    ].join("\n"),
  );
  file(
    "mapping.json",
    JSON.stringify({
      price_currency: { value: "USD" },
      item_group_id: "slug",
      image_url: { column: "images", as: "first", prefix: "https://shop.example.com/i/" },
    }),
  );
  const options = ["--mapping", "mapping.json", "--fill-down", "name,slug", "--errors", "faults.csv"];
  options.push("--corrections", "to-correct.csv", "--report", "rows.csv");
  const { output, code } = await skucast("import", "shop.csv", ...options);
  expect(output).toContain("price → price\n");
  expect(output).toContain("ignored: Margin");
  expect(output).toContain(
    "succeeded_with_errors: 5 rows = 3 created + 0 updated + 0 unchanged + 0 skipped + 2 invalid",
  );
  expect(output).toContain("line 5: WH-1 /sku appears earlier in this file");
  expect(output).toContain("line 6: MY-1 /price_amount must be an amount, such as");
  expect(code).toBe(1);
  expect(output).toContain(
    "Correct the 2 rows in to-correct.csv, then import it: import to-correct.csv --mapping mapping.json --fill-down name,slug\n",
  );
  const rows = readFileSync(join(deployment.dataDir, "to-correct.csv"), "utf8").split("\r\n");
  expect(rows[0]).toBe("\ufeffskucast_errors,name,slug,sku,price,stock,images,Margin");
  expect(rows[2]).toContain('(free)",Mystery,mystery,MY-1,free,1,,5');
  expect(readFileSync(join(deployment.dataDir, "rows.csv"), "utf8").split("\r\n")).toEqual([
    "line,sku,outcome,is_warned,name,slug,sku,price,stock,images,Margin",
    "2,LS-S,created,false,applied,applied,applied,applied,applied,applied,ignored",
    "3,LS-M,created,false,applied,applied,applied,applied,applied,empty,ignored",
    "4,WH-1,created,false,applied,applied,applied,applied,applied,empty,ignored",
    "5,WH-1,invalid,false,rejected,rejected,rejected,rejected,rejected,empty,ignored",
    "6,MY-1,invalid,false,rejected,rejected,rejected,rejected,rejected,empty,ignored",
    "",
  ]);
  expect(readFileSync(join(deployment.dataDir, "faults.csv"), "utf8").split("\r\n")).toHaveLength(4);
  const { data } = await deployment.api().call("GET", "/products");
  expect(data).toMatchObject([
    { sku: "LS-M", title: "Linen Shirt", availability: "out_of_stock", item_group_id: "linen-shirt" },
    { sku: "LS-S", price: "49.90 USD", image_url: "https://shop.example.com/i/a.jpg", inventory_quantity: 12 },
    { sku: "WH-1", title: "Wool Hat" },
  ]);
  expect(await eventually(() => readdirSync(join(deployment.dataDir, "uploads")).length === 0)).toBe(true);
});

test("the corrected file updates what differs, and the command ends with 0", async () => {
  file("more.jsonl", '{"sku":"WH-1","price_amount":25}\n{"sku":"LS-S","price_amount":49.9}\n');
  const { output, code } = await skucast("import", "more.jsonl");
  expect(output).toContain("succeeded: 2 rows = 0 created + 1 updated + 1 unchanged + 0 skipped + 0 invalid");
  expect(code).toBe(0);
});

test("a replacing import that would remove too much fails with 1", async () => {
  file("few.csv", "sku,price_amount\nWH-1,25\n");
  const { output, code } = await skucast("import", "few.csv", "--mode", "replace");
  expect(output).toContain("The file lacks 2 of 3 products");
  expect(code).toBe(1);
  const trial = await skucast("import", "few.csv", "--mode", "replace", "--max-removal", "100", "--validate-only");
  expect(trial.output).toContain("succeeded (validated only): 1 rows");
  expect(trial.output).toContain("; 2 removed");
  expect((await deployment.api().call("GET", "/products")).data).toHaveLength(3);
});

test("imports into another workspace with a temporary key", async () => {
  const made = await skucast("workspaces", "create", "--name", "Other", "--email", "other@shop.example");
  const [workspaceId = ""] = /ws_\w+/.exec(made.output) ?? [];
  file("other.csv", "sku,title,price,availability\nA,Tee,5.00 EUR,in stock\n");
  const { output, code, errors } = await skucast("import", "other.csv", "--workspace", workspaceId);
  expect({ errors, code }).toEqual({ errors: "", code: 0 });
  expect(output).toContain("1 created");
  const log = await skucast("keys", "create", "--name", "check", "--workspace", workspaceId);
  const keys = await fetch(`${deployment.baseUrl}/api/public/v1/api-keys`, {
    headers: { Authorization: `Bearer ${log.output.trim()}` },
  });
  const { data } = (await keys.json()) as { data: { name: string; status: string }[] };
  expect(data.filter(({ status }) => status === "active").map(({ name }) => name)).toEqual(["check"]);
});

test("previews a file: columns with values, questions with their answers, the first rows, and changes nothing", async () => {
  file("preise.csv", "Artikelnummer;Titel;Preis;Bestand;Rand\nP-1;Hut;12,90;3;x\nP-2;Tasse;gratis;0;\n");
  const asked = await skucast("import", "preise.csv", "--preview");
  expect(asked.code).toBe(1);
  expect(asked.output).toContain("Read as csv in utf-8");
  expect(asked.output).toContain('  Preis ("12,90", "gratis") → price\n');
  expect(asked.output).toContain('  Rand ("x") → ignored\n');
  expect(asked.output).toContain("question: Which currency are the prices in?");
  expect(asked.output).toContain(`one JSON object of your choices, or a file with it: --mapping '{"price_currency":`);
  const answered = await skucast(
    "import",
    "preise.csv",
    "--preview",
    "--mapping",
    '{"price_currency":{"value":"EUR"}}',
  );
  expect(answered.output).toContain('"price_amount":12.9');
  expect(answered.output).toContain("    error: /price_amount must be an amount");
  expect(answered.output).toContain(
    "The first 2 rows: 1 would be created, 0 updated, 0 unchanged, 0 skipped, 1 rejected.",
  );
  expect(answered.output).toContain("  1 × error: /price_amount must be an amount");
  expect(
    (await deployment
      .api()
      .call("GET", "/products/P-1")
      .catch(() => "none")) as unknown,
  ).toBe("none");
});

test("many errors are listed by kind, with the first line and some values", async () => {
  const rows = Array.from({ length: 22 }, (_, i) => `E-${i},Tee,${i % 2 === 0 ? "free" : "5 EUR"},in stock\n`);
  file("errors.csv", `sku,title,price,availability\n${rows.join("")}`);
  const { output, code } = await skucast("import", "errors.csv", "--validate-only");
  expect([code, output]).toEqual([
    1,
    expect.stringMatching(/11 × \/price_amount must be an amount.*\(free\), first on line 2/),
  ]);
});

test.each([
  [["import"], "Name one file"],
  [["import", "shop.csv", "more.csv"], "Unexpected arguments: more.csv"],
  [["import", "nothing.csv"], "There is no file"],
  [["import", "."], "is a folder. Name a file"],
  [["import", "shop.csv", "--mapping", "shop.csv"], "is not a mapping"],
  [["import", "shop.csv", "--mapping", "nothing.json"], "is not a mapping"],
  [["import", "shop.csv", "--mapping", "{"], "--mapping is not a mapping"],
  [["import", "shop.csv", "--speed", "fast"], "--speed"],
  [["imports"], "There is no command"],
  [["encryption-keys", "create-pair", "w2"], "Unexpected arguments: w2"],
])("%p is a usage error: one sentence and exit code 2", async (args, sentence) => {
  const { errors, code } = await skucast(...args);
  expect(errors).toContain(sentence);
  expect(code).toBe(2);
});

test("compares the files of a destination", async () => {
  const api = deployment.api();
  const { data } = await api.call("GET", "/destinations");
  const [destination] = data as { id: string }[];
  const feeds = (await api.call("GET", "/feeds")).data as { id: string }[];
  const { id: runId } = await api.call("POST", `/feeds/${feeds[0]?.id}/runs`, {});
  await eventually(async () => (await api.call("GET", `/runs/${runId}`)).finished_at !== null);
  const { output, code } = await skucast("destinations", "verify", destination?.id ?? "");
  expect(output).toMatch(/: equal; [0-9]+ bytes of run_.*Every file is equal to what was delivered\./s);
  expect(code).toBe(0);
  const unnamed = await skucast("destinations", "verify");
  expect([unnamed.code, unnamed.errors]).toEqual([2, expect.stringContaining("Name the destination")]);
});
