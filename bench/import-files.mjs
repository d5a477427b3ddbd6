// The same products in files of each format that an import reads.

import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { crc32, createDeflateRaw } from "node:zlib";
import { productOf } from "./products.mjs";

export const COLUMNS = Object.keys(productOf(0));

/** The formats by their name: the media type of a file, and its text before, for and after each product. */
const FORMATS = {
  csv: { type: "text/csv", start: `${COLUMNS.join()}\n`, row: (cells) => `${cells.map(quoted).join()}\n`, end: "" },
  json: {
    type: "application/json",
    start: "[",
    row: (cells, i) => `${i === 0 ? "" : ",\n"}${JSON.stringify(Object.fromEntries(named(cells)))}`,
    end: "]",
  },
  xml: {
    type: "application/xml",
    start: '<?xml version="1.0" encoding="UTF-8"?>\n<products>\n',
    row: (cells) =>
      `<product>${named(cells)
        .map(([name, text]) => `<${name}>${escaped(text)}</${name}>`)
        .join("")}</product>\n`,
    end: "</products>\n",
  },
  xlsx: {
    type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    start: `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${sheetRow(COLUMNS, 1)}`,
    row: (cells, i) => sheetRow(cells, i + 2),
    end: "</sheetData></worksheet>",
  },
};

/** @typedef {keyof typeof FORMATS} Format */

/**
 * Writes the products from `first` on, each in a row. A list in a cell is separated, or an array of JSON.
 * @param {string} dir
 * @param {{ format: Format, first: number, rows: number, revision: number, hasJsonLists?: boolean }} content
 */
export async function writeFileOf(dir, { format, first, rows, revision, hasJsonLists = false }) {
  const { type, start, row, end } = FORMATS[format];
  const path = join(dir, `products-${revision}.${format}`);
  const file = createWriteStream(path);
  function* texts() {
    yield start;
    for (let i = 0; i < rows; i += 1) {
      const product = productOf(first + i, revision);
      yield row(
        COLUMNS.map((column) => textOf(product[column], hasJsonLists)),
        i,
      );
    }
    yield end;
  }
  if (format === "xlsx") await writeWorkbook(file, texts());
  else for (const text of texts()) if (!file.write(text)) await once(file, "drain");
  file.end();
  await finished(file);
  return { path, type };
}

function textOf(value, hasJsonLists) {
  if (!Array.isArray(value)) return String(value);
  return hasJsonLists ? JSON.stringify(value) : value.join("|");
}

const named = (cells) => COLUMNS.map((column, i) => [column, cells[i]]);
const quoted = (text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

function sheetRow(cells, line) {
  const inner = cells.map((text, i) => {
    const at = `${String.fromCharCode(65 + i)}${line}`;
    if (/^(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text)) return `<c r="${at}"><v>${text}</v></c>`;
    return `<c r="${at}" t="inlineStr"><is><t>${escaped(text)}</t></is></c>`;
  });
  return `<row r="${line}">${inner.join("")}</row>`;
}

/** Writes a workbook of one sheet, whose text comes in pieces (APPNOTE 4.3, ECMA-376). */
async function writeWorkbook(file, sheet) {
  const index = [];
  let at = 0;
  const write = async (bytes) => {
    at += bytes.length;
    if (!file.write(bytes)) await once(file, "drain");
  };
  async function add(name, texts) {
    const start = at;
    const sums = { crc: 0, packed: 0, size: 0 };
    const header = () => {
      const fields = Buffer.alloc(26);
      for (const [i, value] of [20, SIZES_FOLLOW, DEFLATE].entries()) fields.writeUInt16LE(value, i * 2);
      for (const [i, value] of [sums.crc, sums.packed, sums.size].entries()) fields.writeUInt32LE(value, 10 + i * 4);
      fields.writeUInt16LE(name.length, 22);
      return fields;
    };
    await write(Buffer.concat([Buffer.from("PK\x03\x04"), header(), Buffer.from(name)]));
    const deflate = createDeflateRaw({ level: 1 });
    const packing = (async () => {
      for await (const bytes of deflate) {
        sums.packed += bytes.length;
        await write(bytes);
      }
    })();
    for (const text of texts) {
      const bytes = Buffer.from(text);
      sums.crc = crc32(bytes, sums.crc);
      sums.size += bytes.length;
      if (!deflate.write(bytes)) await once(deflate, "drain");
    }
    deflate.end();
    await packing;
    await write(Buffer.concat([Buffer.from("PK\x07\x08"), header().subarray(10, 22)]));
    const place = Buffer.alloc(14);
    place.writeUInt32LE(start, 10);
    index.push(Buffer.from("PK\x01\x02"), Buffer.from([20, 0]), header(), place, Buffer.from(name));
  }
  await add("[Content_Types].xml", [CONTENT_TYPES]);
  await add("xl/workbook.xml", ['<workbook><sheets><sheet name="Products" r:id="r1"/></sheets></workbook>']);
  await add("xl/_rels/workbook.xml.rels", [
    '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
  ]);
  await add("xl/worksheets/sheet1.xml", sheet);
  const directory = Buffer.concat(index);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(4, 8);
  end.writeUInt16LE(4, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  file.write(Buffer.concat([directory, end]));
}

const SIZES_FOLLOW = 8;
const DEFLATE = 8;
const CONTENT_TYPES =
  '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>';
