import { expect, test } from "@jest/globals";
import { FILE_NAME } from "./dated-names.js";
import { feedCreateSchema } from "./feed.js";
import { fileNameFault } from "./file-name-fault.js";

test.each([
  "products.csv",
  "products-{date:YYYYMMDD}.csv",
  "{date:YYYY-MM-DD}_{date:HHmmss}.csv.gz",
  "p-{date:YYYYMMDD_HHmm}.csv",
  "p-{date:DDMMYY}.csv",
  "comma.csv",
  "daddy-mummy.csv",
])("%s is a file name", (name) => {
  expect(fileNameFault(name)).toBeUndefined();
  expect(FILE_NAME.test(name)).toBe(true);
});

test.each([
  ["p-{date:YYYYmmDD}.csv", "without hours (HH): MM is the month; did you mean YYYYMMDD?"],
  ["p-{date:yyyyMMdd}.csv", "which is not one of YYYY, YY, MM, DD, HH, mm, ss, - and _; did you mean YYYYMMDD?"],
  ["p-{date:YYYYMMDD-hhmm}.csv", "did you mean YYYYMMDD-HHmm?"],
  ["p-{date:YYYY-MM-DD_HH-MM}.csv", "has MM twice: MM is the month, mm the minute; did you mean YYYY-MM-DD_HH-mm?"],
  ["p-{date:HHMMss}.csv", "has MM after HH: MM is the month, mm the minute; did you mean HHmmss?"],
  ["p-{date:YYYYYYYY}.csv", "has YYYY twice"],
  ["p-{date:YYYY.MM}.csv", "has ., which is not one of"],
  ["p-{date:-YYYY}.csv", "must begin with one of YYYY, YY, MM, DD, HH, mm, ss; did you mean YYYY?"],
  ["p-{date:}.csv", "has no pattern; did you mean {date:YYYYMMDD}?"],
  ["p-{date}.csv", "has no pattern; did you mean {date:YYYYMMDD}?"],
  ["p-{dat:YYYYMMDD}.csv", "{dat:YYYYMMDD} is not a placeholder; did you mean {date:YYYYMMDD}?"],
  ["p-{time:HHmm}.csv", "{time:HHmm} is not a placeholder; did you mean {date:HHmm}?"],
  ["p-{time}.csv", "{time} is not a placeholder; did you mean {date:HHmmss}?"],
  ["p-{YYYYmmDD}.csv", "{YYYYmmDD} is not a placeholder; did you mean {date:YYYYMMDD}?"],
  ["p-{run_id}.csv", "{run_id} is not a placeholder; did you mean {date:YYYYMMDD}?"],
  ["p-YYYYmmDD.csv", "YYYYmmDD would stay as it is; did you mean {date:YYYYMMDD}?"],
  ["p-dd-mm-yyyy.csv", "dd-mm-yyyy would stay as it is; did you mean {date:DD-MM-YYYY}?"],
  ["../p.csv", "must be a plain file name"],
  ["p-{date:YYYY.csv", "must be a plain file name"],
])("%s is rejected once, with the nearest correct form: %s", (file_name, message) => {
  const parsed = feedCreateSchema.safeParse({ channel_id: "ch_01JABCDEFGHJKMNPQRSTVWXYZ0", name: "Feed", file_name });
  const faults = parsed.error?.issues.filter(({ path }) => path[0] === "file_name") ?? [];
  expect(faults.map((fault) => fault.message)).toEqual([expect.stringContaining(message)]);
});
