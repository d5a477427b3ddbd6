import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import type { Column } from "@skucast/contracts/channel-profiles/column";
import type { CsvForm } from "@skucast/contracts/channel-profiles/file-form";
import { DATE_TOKENS, type ValueFormat } from "@skucast/contracts/channel-profiles/value-format";
import type { Fault } from "@skucast/contracts/problem";
import { encodingNamed } from "../formats/encodings.js";

/** The errors of a CSV file in the profile's form that would be wrong in every row. */
export function csvFaults({ files, columns, values }: ProfileDefinition): Fault[] {
  const form = files?.csv;
  if (form === undefined) return [];
  return [
    ...columns.flatMap((column, place) => headerFaults(column, `/columns/${place}`, form)),
    ...columns.flatMap((column, place) => constantFaults(column, `/columns/${place}`, form)),
    ...delimiterFaults(values, "/values", form),
    ...columns.flatMap(({ format }, place) => delimiterFaults(format, `/columns/${place}/format`, form)),
  ];
}

/** Letters in a row that are not one token, such as MMMM, which would be written as the month twice. */
const LETTERS = /Y{5,}|([MDHmsZ])\1{2,}/;

/** The errors of a format of values. */
export function valueFormatFaults(format: ValueFormat | undefined, pointer: string): Fault[] {
  const { thousands_separator: thousands = "", decimal_separator: decimal = ".", date } = format ?? {};
  const faults: Fault[] = [];
  if (thousands !== "" && thousands === decimal) {
    faults.push(notAllowed(`${pointer}/thousands_separator`, "must differ from decimal_separator"));
  }
  const unknown = LETTERS.exec(date ?? "")?.[0];
  if (unknown !== undefined) {
    faults.push(
      notAllowed(`${pointer}/date`, `has ${unknown}; there are ${DATE_TOKENS.join(", ")}, and no names of months`),
    );
  }
  if (date?.includes("mm") && !date.includes("HH")) {
    faults.push(notAllowed(`${pointer}/date`, "has minutes (mm) without hours (HH); MM is the month"));
  }
  if (format?.true !== undefined && format.true === format.false) {
    faults.push(notAllowed(`${pointer}/false`, "must differ from true"));
  }
  return faults;
}

function headerFaults({ name, header = name }: Column, pointer: string, form: CsvForm): Fault[] {
  if (!form.header) return [];
  const { label, missingIn } = encodingNamed(form.encoding);
  const missing = missingIn(header);
  if (missing.length > 0) {
    return [notAllowed(`${pointer}/header`, `must not have ${missing.join(" ")}, which ${label} does not have`)];
  }
  const isCut = form.quoting === "none" && header.includes(form.delimiter);
  return isCut ? [notAllowed(`${pointer}/header`, "must not have the delimiter, because cells are not quoted")] : [];
}

function constantFaults({ constant }: Column, pointer: string, { quoting, delimiter }: CsvForm): Fault[] {
  if (quoting !== "none" || typeof constant !== "string") return [];
  if (!constant.includes(delimiter) && !/[\r\n]/.test(constant)) return [];
  const message = "must not have the delimiter or a line break, because cells are not quoted";
  return [notAllowed(`${pointer}/constant`, message)];
}

/** Without quotes, a delimiter inside a value becomes a space. */
function delimiterFaults(format: ValueFormat | undefined, pointer: string, { quoting, delimiter }: CsvForm): Fault[] {
  if (quoting !== "none" || format === undefined) return [];
  const members = ["decimal_separator", "thousands_separator", "list_separator", "date", "true", "false"] as const;
  return members.flatMap((member) =>
    format[member]?.includes(delimiter)
      ? [notAllowed(`${pointer}/${member}`, "must not have the delimiter, because cells are not quoted")]
      : [],
  );
}

const notAllowed = (pointer: string, message: string): Fault => ({ pointer, code: "not_allowed", message });
