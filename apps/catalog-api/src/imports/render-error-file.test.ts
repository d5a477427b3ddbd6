import { text } from "node:stream/consumers";
import { expect, test } from "@jest/globals";
import { renderErrorFile } from "./render-error-file.js";

async function linesOf(format: "csv" | "jsonl", sku: string, message = "is required"): Promise<string[]> {
  async function* pages() {
    yield [
      {
        line: 2,
        sku,
        pointer: "/title",
        code: "required",
        message,
        severity: "error" as const,
        value: sku,
        column: sku,
      },
    ];
  }
  const reply = renderErrorFile("imp_1", format, pages());
  return (await text(reply.stream)).trimEnd().split(/\r?\n/);
}

test.each([
  ['=HYPERLINK("http://evil.example","x")', `"'=HYPERLINK(""http://evil.example"",""x"")"`],
  ["+1", "'+1"],
  ["-1+1", "'-1+1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\t=1", "'\t=1"],
  ["＝1", "'＝1"],
  ["TEE=1", "TEE=1"],
])("no cell of the error file is a spreadsheet formula: %j", async (sku, cell) => {
  expect((await linesOf("csv", sku))[1]).toBe(`2,${cell},/title,required,is required,error,${cell},${cell}`);
  expect((await linesOf("csv", "TEE", sku))[1]).toBe(`2,TEE,/title,required,${cell},error,TEE,TEE`);
});

test("JSON Lines contain the original value", async () => {
  const [line = ""] = await linesOf("jsonl", "=1");
  expect(JSON.parse(line)).toMatchObject({ sku: "=1" });
});
