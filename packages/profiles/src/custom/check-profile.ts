import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import type { Column } from "@skucast/contracts/channel-profiles/column";
import { firstFaults } from "@skucast/contracts/first-faults";
import type { Fault } from "@skucast/contracts/problem";
import { dateMs } from "../values/date-pattern.js";
import { checkCustomColumn } from "./check-column.js";
import { csvFaults, valueFormatFaults } from "./check-files.js";
import { checkReferences } from "./check-references.js";
import { xmlFaults } from "./check-xml.js";

/** Why a profile cannot work, each error with its position. A profile without errors can be stored and used. */
export function checkProfile(profile: ProfileDefinition): Fault[] {
  const { columns, tombstone } = profile;
  return [
    ...firstFaults(columns, (column, place) => checkCustomColumn(column, `/columns/${place}`, columns)),
    ...(tombstone ? checkCustomColumn(tombstone.column, "/tombstone/column", columns) : []),
    ...tombstoneFaults(profile),
    ...columns.flatMap((column, place) => constantFormFaults(column, `/columns/${place}/constant`)),
    ...idFaults(columns),
    ...priceFaults(columns),
    ...repeatedFaults(profile),
    ...checkReferences(profile),
    ...formatFaults(profile),
    ...xmlFaults(profile),
    ...valueFormatFaults(profile.values, "/values"),
    ...columns.flatMap(({ format }, place) => valueFormatFaults(format, `/columns/${place}/format`)),
    ...csvFaults(profile),
  ];
}

function tombstoneFaults({ tombstone }: ProfileDefinition): Fault[] {
  const allowed = tombstone?.column.allowed;
  if (tombstone === undefined || allowed === undefined || allowed.includes(String(tombstone.value))) return [];
  return [fault("/tombstone/value", "not_allowed", `${tombstone.value} is not in allowed`)];
}

/** A constant of these types is written as it is. Dates without a format are checked with their column. */
function constantFormFaults({ constant, type, from, format }: Column, pointer: string): Fault[] {
  if (constant === undefined || from === "sku") return [];
  if (type === "moment" && format?.date !== undefined && dateMs(String(constant)) === undefined) {
    return [fault(pointer, "invalid_value", "must be a date or date-time such as 2026-12-01 or 2026-12-01T00:00:00Z")];
  }
  if (type === "measure" && !MEASURE.test(String(constant))) {
    return [fault(pointer, "invalid_value", "must be a number with its unit, such as 1.5 kg")];
  }
  return [];
}

const MEASURE = /^\d+(?:\.\d+)? ?\p{L}[\p{L}\d²³./ ]*$/u;

/** Removed products are found by the id column, and rows are counted by it. */
function idFaults(columns: readonly Column[]): Fault[] {
  const places = columns.flatMap(({ from }, place) => (from === "sku" ? [place] : []));
  const [first] = places;
  if (first === undefined) {
    const message = 'need a column that identifies the product: type text, from "sku"';
    return [{ pointer: "/columns", code: "required", message }];
  }
  const { type, required } = columns[first] as Column;
  if (type !== "text") {
    return [
      { pointer: `/columns/${first}/type`, code: "not_allowed", message: "must be text: it identifies the product" },
    ];
  }
  if (required !== true) {
    return [
      { pointer: `/columns/${first}/required`, code: "required", message: "must be true: it identifies the product" },
    ];
  }
  return [];
}

/** Only a money column is compared with the currency of the channel's market. */
function priceFaults(columns: readonly Column[]): Fault[] {
  const isPrice = ({ from }: Column) => from === "price_amount";
  if (columns.some((column) => isPrice(column) && column.type === "money")) return [];
  const message =
    'must be money, so that the currency is checked; with the format {"currency": "none"} it is written without one';
  return columns.flatMap((column, place) => {
    const isAmount = isPrice(column) && column.type.startsWith("decimal");
    return isAmount ? [{ pointer: `/columns/${place}/type`, code: "not_allowed", message }] : [];
  });
}

function repeatedFaults({ columns, tombstone }: ProfileDefinition): Fault[] {
  const all = tombstone ? [...columns, tombstone.column] : columns;
  const pointerAt = (place: number) => (place < columns.length ? `/columns/${place}` : "/tombstone/column");
  const names = repeatedPlaces(all.map(({ name }) => name));
  const headers = repeatedPlaces(all.map(({ name, header = name }) => header)).filter(
    (place) => !names.includes(place),
  );
  return [
    ...names.map((place) => fault(`${pointerAt(place)}/name`, "duplicate", "is already the name of another column")),
    ...headers.map((place) =>
      fault(`${pointerAt(place)}/header`, "duplicate", "is already the header of another column"),
    ),
  ];
}

const repeatedPlaces = (texts: readonly string[]): number[] =>
  texts.flatMap((text, place) => (texts.indexOf(text) < place ? [place] : []));

function formatFaults({ formats, files = {} }: ProfileDefinition): Fault[] {
  const faults = repeatedPlaces(formats).map((place) =>
    fault(`/formats/${place}`, "duplicate", "is already in this list"),
  );
  for (const name of ["csv", "xml", "json"] as const) {
    if (files[name] !== undefined && !formats.includes(name)) {
      faults.push(fault(`/files/${name}`, "not_allowed", `describes ${name}, which formats does not contain`));
    }
  }
  if (files.json?.shape === "lines" && files.json.key !== undefined) {
    faults.push(fault("/files/json/key", "not_allowed", "must be absent for lines, which have no array"));
  }
  return faults;
}

const fault = (pointer: string, code: string, message: string): Fault => ({ pointer, code, message });
