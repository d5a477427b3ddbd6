import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { LIMITS } from "@skucast/contracts/limits";
import { inSystem } from "@skucast/db/database";
import { insertImportOutcomes } from "@skucast/db/imports/insert-import-outcomes";
import { packOutcomes } from "@skucast/db/imports/outcome-block";
import { type ApiFixture, openApiFixture } from "./testing/open-api-fixture.js";

const CSV = "id,title,price,availability,Margin\nA,Tee,19.90 USD,in stock,3\nB,,x,in stock,4\n";
const uploads = mkdtempSync(join(tmpdir(), "skucast-uploads-"));
let api: ApiFixture;

beforeAll(async () => {
  api = await openApiFixture({ SKUCAST_UPLOADS_DIR: uploads });
});
afterAll(async () => {
  await api.close();
  rmSync(uploads, { recursive: true });
});

const sendFile = (body: unknown, query = "", more: { token?: string; headers?: Record<string, string> } = {}) =>
  api.ask("POST", `/imports${query}`, { body, ...more, headers: { "Content-Type": "text/csv", ...more.headers } });

describe("POST /imports", () => {
  test("keeps the file, queues its import and answers what becomes of its columns and first rows", async () => {
    const { token } = await api.newWorkspace();
    const answer = await sendFile(gzipSync(CSV), "?file_name=shop.csv.gz", { token });
    expect(answer.status).toBe(202);
    expect(answer.headers.get("location")).toBe(`/api/public/v1/imports/${answer.json.id}`);
    expect(answer.json).toMatchObject({
      status: "queued",
      mode: "upsert",
      format: "csv",
      compression: "gzip",
      file_name: "shop.csv.gz",
      mapping: { sku: "id", title: "title", price: "price", availability: "availability" },
      preview: [
        { line: 2, sku: "A", product: { price_amount: 19.9, price_currency: "USD" }, errors: [] },
        { line: 3, sku: "B", errors: [{ pointer: "/price_amount" }] },
      ],
    });
    expect(answer.json.columns.at(-1)).toEqual({ name: "Margin", fields: [] });
    const { preview: _preview, ...stored } = answer.json;
    expect((await api.ask("GET", `/imports/${stored.id}`, { token })).json).toEqual(stored);
    const { rows } = await api.db.system.query<{ upload: string }>("SELECT upload FROM imports WHERE id = $1", [
      stored.id,
    ]);
    expect(readFileSync(join(uploads, rows[0]?.upload ?? ""))).toEqual(gzipSync(CSV));
  });

  test("keeps the questions that the preview asks, and drops those of new products when none was rejected", async () => {
    const { id: workspaceId, token } = await api.newWorkspace();
    const file = "sku,title,price,sale_price_ends_at\nA,Tee,12.90,03/04/2026\n";
    const { json } = await sendFile(file, "", { token });
    const previewed = await api.ask("POST", "/imports/preview", {
      body: file,
      token,
      headers: { "Content-Type": "text/csv" },
    });
    const codes = json.questions.map(({ code }: { code: string }) => code);
    expect(codes).toEqual(expect.arrayContaining(["availability", "currency", "dates"]));
    expect(json.questions).toEqual(previewed.json.questions);
    const stored = async () => (await api.ask("GET", `/imports/${json.id}`, { token })).json.questions;
    expect(await stored()).toEqual(json.questions);
    await api.superuser.query(
      `UPDATE imports SET counts = counts || '{"received":1,"unchanged":1}' WHERE workspace_id = $1`,
      [workspaceId],
    );
    expect(await stored()).toEqual(json.questions.filter(({ code }: { code: string }) => code !== "availability"));
  });

  test("stores a file of 5 MB without changing a byte", async () => {
    const { token } = await api.newWorkspace();
    const row = (_: unknown, i: number) => `SKU-${i},${randomBytes(200).toString("hex")},19.90 USD,in stock\n`;
    const file = Buffer.from(`sku,title,price,availability\n${Array.from({ length: 11_500 }, row).join("")}`);
    const { status, json } = await sendFile(file, "", { token });
    expect([status, json.progress.bytes_total]).toEqual([202, file.length]);
    const { rows } = await api.db.system.query<{ upload: string }>("SELECT upload FROM imports WHERE id = $1", [
      json.id,
    ]);
    expect(readFileSync(join(uploads, rows[0]?.upload ?? "")).equals(file)).toBe(true);
  });

  test("wakes an importer with an event and records the uploader in the audit log", async () => {
    const { id: workspaceId, token } = await api.newWorkspace();
    const { json } = await sendFile(CSV, "", { token });
    const { rows } = await api.db.system.query("SELECT type FROM events WHERE workspace_id = $1", [workspaceId]);
    expect(rows).toEqual([{ type: "import.queued" }]);
    const log = await api.ask("GET", "/audit-log", { token });
    expect(log.json.data[0]).toMatchObject({ action: "import.created", object: { id: json.id } });
  });

  test.each([
    ["a file without a row", "\n\n", "", 400, "bad_request"],
    ["a file without a SKU", "title\nTee\n", "", 422, "validation_failed"],
    ["a mapping to a missing column", CSV, `?mapping=${encodeURIComponent('{"brand":"x"}')}`, 422, "validation_failed"],
    [
      "a mapping of a field that does not exist",
      CSV,
      `?mapping=${encodeURIComponent('{"colr":"id"}')}`,
      400,
      "invalid_parameter",
    ],
    ["an unknown option", CSV, "?speed=fast", 400, "unknown_parameter"],
  ])("rejects %s and stores nothing", async (_what, body, query, status, code) => {
    const before = readdirSync(uploads);
    const answer = await sendFile(body, query);
    expect([answer.status, answer.json.code]).toEqual([status, code]);
    expect(readdirSync(uploads)).toEqual(before);
  });

  test("requires a token with products:write before it reads the body", async () => {
    const before = readdirSync(uploads);
    expect((await sendFile(CSV, "", { token: "" })).status).toBe(401);
    expect(readdirSync(uploads)).toEqual(before);
  });

  test("with an Idempotency-Key imports a file once, and rejects another file with that key", async () => {
    const { token } = await api.newWorkspace();
    const headers = { "Idempotency-Key": "nightly" };
    const first = await sendFile(CSV, "", { token, headers });
    const again = await sendFile(CSV, "", { token, headers });
    expect(again.json.id).toBe(first.json.id);
    expect((await sendFile(`${CSV}C,x,1 USD,in stock,1\n`, "", { token, headers })).json.code).toBe(
      "idempotency_key_reused",
    );
    expect((await api.ask("GET", "/imports", { token })).json.data).toHaveLength(1);
  });

  test("accepts no more than the workspace's limit of open imports", async () => {
    const { token } = await api.newWorkspace();
    for (let i = 0; i < LIMITS.importsOpenPerWorkspace; i += 1)
      expect((await sendFile(CSV, "", { token })).status).toBe(202);
    const before = readdirSync(uploads);
    expect((await sendFile(CSV, "", { token })).json.code).toBe("limit_reached");
    expect(readdirSync(uploads)).toEqual(before);
  });
});

describe("POST /imports/preview", () => {
  const look = (body: unknown, query = "", more: { token?: string } = {}) =>
    api.ask("POST", `/imports/preview${query}`, { body, ...more, headers: { "Content-Type": "text/csv" } });

  test("previews a file from its beginning, and stores nothing", async () => {
    const { token } = await api.newWorkspace();
    const before = readdirSync(uploads);
    const query = `?file_name=shop.csv.gz&mapping=${encodeURIComponent('{"title":null}')}`;
    const { status, json } = await look(gzipSync(CSV), query, { token });
    expect([status, json.format, json.compression]).toEqual([200, "csv", "gzip"]);
    expect(json.columns).toContainEqual({ name: "title", fields: [], samples: ["Tee"] });
    expect(json.preview).toMatchObject([{ sku: "A", product: { price_amount: 19.9 } }, { sku: "B" }]);
    expect(readdirSync(uploads)).toEqual(before);
    expect((await api.ask("GET", "/imports", { token })).json.data).toEqual([]);
  });

  test("checks rows as an import would now: a new product needs its required fields, a stored one keeps its values", async () => {
    const { token } = await api.newWorkspace();
    const body = { sku: "A", title: "Tee", price_amount: 5, price_currency: "EUR", availability: "in_stock" };
    expect((await api.ask("POST", "/products", { body, token })).status).toBe(201);
    const { json } = await look("sku,title\nA,Tee\nB,Hat\nC,Cap\n", "", { token });
    expect(json.preview.map(({ errors }: { errors: unknown[] }) => errors.length)).toEqual([0, 3, 3]);
    expect(json.checked).toMatchObject({ received: 3, created: 0, unchanged: 1, invalid: 2 });
    expect(json.checked.faults).toContainEqual({
      pointer: "/price_amount",
      code: "required",
      message: "is required for a new product",
      rows: 2,
      lines: [3, 4],
      severity: "error",
    });
    const known = await look("sku,title\nA,Shirt\n", "", { token });
    expect(known.json.checked).toMatchObject({ updated: 1, invalid: 0, faults: [] });
    expect((await api.ask("GET", "/products/A", { token })).json.title).toBe("Tee");
  });

  test("with mode=replace counts the live products that the file lacks", async () => {
    const { token } = await api.newWorkspace();
    for (const sku of ["A", "B", "C", "D"]) {
      const stored = { sku, title: "Tee", price_amount: 5, price_currency: "EUR", availability: "in_stock" };
      const body = sku === "D" ? { ...stored, status: "archived" } : stored;
      expect((await api.ask("POST", "/products", { body, token })).status).toBe(201);
    }
    const removedBy = async (body: string, query: string) => (await look(body, query, { token })).json.checked.removed;
    expect(await removedBy("sku,title\nB,Tee\nX,Hat\n", "?mode=replace")).toBe(2);
    expect(await removedBy("sku,title\nB,Tee\n", "")).toBe(0);
    const removalBy = async (body: string, query: string) => {
      const { removed, removable, exceeds_removal_limit: exceeds } = (await look(body, query, { token })).json.checked;
      return [removed, removable, exceeds];
    };
    const file = "sku,title\nB,Tee\nA,Tee\n";
    expect(await removalBy(file, "?mode=replace")).toEqual([1, 3, true]);
    expect(await removalBy(file, "?mode=replace&max_removal_percent=33")).toEqual([1, 3, true]);
    expect(await removalBy(file, "?mode=replace&max_removal_percent=34")).toEqual([1, 3, false]);
    expect(await removalBy("sku,title\n", "?mode=replace&max_removal_percent=100")).toEqual([3, 3, true]);
    expect(await removalBy(file, "?max_removal_percent=0")).toEqual([0, null, false]);
    const beginning = `sku,title\nB,Tee\n${"X,Hat\n".repeat(LIMITS.importPreviewBytesMax / 6)}`;
    expect(await removedBy(beginning.slice(0, LIMITS.importPreviewBytesMax), "?mode=replace")).toBeNull();
  });

  test("with the source of the file, products of other sources do not count as removed", async () => {
    const { id, token } = await api.newWorkspace();
    const newSource = async (name: string): Promise<string> => {
      const body = { name, url: "https://93.184.215.14/products.csv", mode: "replace" };
      return (await api.ask("POST", "/sources", { body, token })).json.id;
    };
    const one = await newSource("One");
    const two = await newSource("Two");
    for (const [sku, source] of [
      ["A", one],
      ["B", two],
      ["C", null],
    ]) {
      const body = { sku, title: "Tee", price_amount: 5, price_currency: "EUR", availability: "in_stock" };
      await api.ask("POST", "/products", { body, token });
      const update = "UPDATE products SET source_id = $2 WHERE workspace_id = $1 AND sku = $3";
      await api.superuser.query(update, [id, source, sku]);
    }
    const removedBy = async (query: string) =>
      (await look("sku,title\nX,Hat\n", query, { token })).json.checked.removed;
    expect(await removedBy("?mode=replace")).toBe(3);
    expect(await removedBy(`?mode=replace&source_id=${one}`)).toBe(2);
  });

  test.each([
    ["a file without a row", "\n\n", "", 400],
    ["a column that is not there", CSV, `?mapping=${encodeURIComponent('{"brand":"x"}')}`, 422],
    ["a file that is too large", "x".repeat(LIMITS.importPreviewZipBytesMax + 1), "", 413],
    ["an option that only imports have", CSV, "?validate_only=true", 400],
  ])("rejects %s and stores nothing", async (_what, body, query, status) => {
    const before = readdirSync(uploads);
    expect((await look(body, query)).status).toBe(status);
    expect(readdirSync(uploads)).toEqual(before);
  });
});

describe("an import that waits", () => {
  test("is cancelled at once, with its event; cancelling again changes nothing", async () => {
    const { id: workspaceId, token } = await api.newWorkspace();
    const { json } = await sendFile(CSV, "", { token });
    const cancelled = await api.ask("POST", `/imports/${json.id}/cancel`, { token });
    expect(cancelled).toMatchObject({ status: 200, json: { status: "cancelled", version: 2 } });
    expect((await api.ask("POST", `/imports/${json.id}/cancel`, { token })).json.version).toBe(2);
    const { rows } = await api.db.system.query("SELECT type FROM events WHERE workspace_id = $1 ORDER BY id", [
      workspaceId,
    ]);
    expect(rows).toEqual([{ type: "import.queued" }, { type: "import.finished" }]);
  });

  test("cannot be read or cancelled from another workspace", async () => {
    const { json } = await sendFile(CSV);
    const { token } = await api.newWorkspace();
    for (const [method, path] of [
      ["GET", ""],
      ["GET", "/errors"],
      ["GET", "/errors?format=original"],
      ["GET", "/report"],
      ["GET", "/report?by=row"],
      ["GET", "/rows"],
      ["POST", "/cancel"],
    ] as const) {
      expect((await api.ask(method, `/imports/${json.id}${path}`, { token })).status).toBe(404);
    }
    expect((await api.ask("GET", "/imports", { token })).json.data).toEqual([]);
  });
});

test("an import that has ended cannot be cancelled any more", async () => {
  const { token } = await api.newWorkspace();
  const { json } = await sendFile(CSV, "", { token });
  await api.db.system.query("UPDATE imports SET status = 'succeeded', finished_at = now() WHERE id = $1", [json.id]);
  expect((await api.ask("POST", `/imports/${json.id}/cancel`, { token })).json.code).toBe("conflict");
});

test("the error file is CSV or JSON Lines in the order of the file, with any number of errors", async () => {
  const { id: workspaceId, token } = await api.newWorkspace();
  const { json } = await sendFile(CSV, "", { token });
  await api.db.system.query(
    `INSERT INTO import_errors (workspace_id, import_id, line, number, sku, pointer, code, message)
     SELECT $1, $2, 2 + n / 2, n % 2, 'S,"' || n, '/title', 'required', 'is required ' || repeat('ü', n % 400) FROM generate_series(0, 2499) AS n`,
    [workspaceId, json.id],
  );
  const messageOf = (n: number) => `is required ${"ü".repeat(n % 400)}`;
  const csv = await api.ask("GET", `/imports/${json.id}/errors`, { token });
  expect(csv.headers.get("content-disposition")).toContain(`${json.id}-errors.csv`);
  const line = (_: unknown, n: number) => `${2 + Math.floor(n / 2)},"S,""${n}",/title,required,${messageOf(n)},error,,`;
  const lines = ["line,sku,pointer,code,message,severity,value,column", ...Array.from({ length: 2_500 }, line), ""];
  expect(csv.text === lines.join("\r\n")).toBe(true);
  const jsonl = await api.ask("GET", `/imports/${json.id}/errors?format=jsonl`, { token });
  const rows = jsonl.text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const rowOf = (_: unknown, n: number) => ({
    line: 2 + Math.floor(n / 2),
    sku: `S,"${n}`,
    pointer: "/title",
    code: "required",
    message: messageOf(n),
    severity: "error",
    value: null,
    column: null,
  });
  expect(rows).toEqual(Array.from({ length: 2_500 }, rowOf));
});

test("an ended import has its errors by kind, its rows to correct and a report of its columns", async () => {
  const { id: workspaceId, token } = await api.newWorkspace();
  const { json } = await sendFile(CSV, "", { token });
  const values = [workspaceId, json.id];
  await api.db.system.query(
    `UPDATE imports SET error_count = 3, faulty_rows = 1, cell_counts = '[[1,0,0,1,0,0,0],[1,0,0,0,0,0,1]]'
     WHERE workspace_id = $1 AND id = $2`,
    values,
  );
  await api.db.system.query(
    `INSERT INTO import_errors (workspace_id, import_id, line, number, sku, pointer, code, message, value, column_name)
     VALUES ($1, $2, 3, 0, 'B', '/title', 'required', 'is required', NULL, 'title'),
       ($1, $2, 3, 1, 'B', '/price_amount', 'invalid_type', 'must be an amount', 'x', 'price'),
       ($1, $2, 4, 0, 'C', '/title', 'required', 'is required', '', 'title')`,
    values,
  );
  await api.db.system.query(
    `INSERT INTO import_rows (workspace_id, import_id, line, number, content)
     VALUES ($1, $2, 3, 0, '{"cells":["B","","x","in stock","4"]}')`,
    values,
  );
  const found = await api.ask("GET", `/imports/${json.id}`, { token });
  expect(found.json.correctable_rows).toBe(1);
  expect(found.json.error_groups).toEqual([
    {
      severity: "error",
      pointer: "/title",
      column: "title",
      code: "required",
      message: "is required",
      count: 2,
      first_line: 3,
      values: [],
    },
    expect.objectContaining({ pointer: "/price_amount", count: 1, values: ["x"] }),
  ]);
  expect(found.json.columns[0].cells).toMatchObject({ applied: 1, rejected: 1, empty: 0 });
  const corrections = await api.ask("GET", `/imports/${json.id}/errors?format=original`, { token });
  expect(corrections.headers.get("content-disposition")).toContain(`${json.id}-to-correct.csv`);
  expect(corrections.text.replace("\ufeff", "")).toBe(
    "skucast_errors,id,title,price,availability,Margin\r\ntitle: is required; price: must be an amount (x),B,,x,in stock,4\r\n",
  );
  const report = await api.ask("GET", `/imports/${json.id}/report`, { token });
  expect(report.text.split("\r\n").slice(0, 3)).toEqual([
    "column,fields,applied,unchanged,warned,rejected,ignored,skipped,empty,inapplicable",
    "id,sku,1,0,0,1,0,0,0,0",
    "title,title,1,0,0,0,0,0,1,0",
  ]);
});

test("the rows of an import are listed by outcome and line, page by page, and downloaded with the outcome of each cell", async () => {
  const { id: workspaceId, token } = await api.newWorkspace();
  const { json } = await sendFile(CSV, "", { token });
  const row = (i: number) => ({
    line: 2 + i,
    sku: i === 2 ? "=B" : `S-${i}`,
    outcome: i % 3 === 2 ? ("invalid" as const) : ("created" as const),
    isWarned: i === 4,
    cells: i % 3 === 2 ? "36334" : i === 4 ? "00204" : "00004",
  });
  for (const [firstRow, count] of [
    [0, 3],
    [3, 4],
  ] as const) {
    const block = await packOutcomes(Array.from({ length: count }, (_, i) => row(firstRow + i)));
    await inSystem(api.db, (client) =>
      insertImportOutcomes(client, { workspaceId, id: json.id }, { ...block, firstRow }),
    );
  }
  const rowsOf = async (query: string) => (await api.ask("GET", `/imports/${json.id}/rows${query}`, { token })).json;
  const first = await rowsOf("?limit=5");
  expect(first.data.map((one: { row: number; line: number }) => [one.row, one.line])).toEqual([
    [1, 2],
    [2, 3],
    [3, 4],
    [4, 5],
    [5, 6],
  ]);
  expect(first.data[4]).toEqual({
    row: 5,
    line: 6,
    sku: "S-4",
    outcome: "created",
    is_warned: true,
    cells: {
      applied: ["id", "title", "availability"],
      unchanged: [],
      warned: ["price"],
      rejected: [],
      ignored: ["Margin"],
      skipped: [],
      empty: [],
      inapplicable: [],
    },
  });
  const second = await rowsOf(`?limit=5&cursor=${first.next_cursor}`);
  expect([second.data.map(({ line }: { line: number }) => line), second.next_cursor]).toEqual([[7, 8], null]);
  const linesOf = async (query: string) => (await rowsOf(query)).data.map(({ line }: { line: number }) => line);
  expect(await linesOf("?outcome=invalid")).toEqual([4, 7]);
  expect(await linesOf("?outcome=warned")).toEqual([6]);
  expect(await linesOf("?line=7&outcome=invalid")).toEqual([7]);
  expect((await api.ask("GET", `/imports/${json.id}/rows?line=0`, { token })).status).toBe(400);
  const report = await api.ask("GET", `/imports/${json.id}/report?by=row`, { token });
  expect(report.headers.get("content-disposition")).toContain(`${json.id}-rows.csv`);
  expect(report.text.split("\r\n").slice(0, 4)).toEqual([
    "line,sku,outcome,is_warned,id,title,price,availability,Margin",
    "2,S-0,created,false,applied,applied,applied,applied,ignored",
    "3,S-1,created,false,applied,applied,applied,applied,ignored",
    "4,'=B,invalid,false,rejected,empty,rejected,rejected,ignored",
  ]);
  expect(report.text.trimEnd().split("\r\n")).toHaveLength(8);
});
