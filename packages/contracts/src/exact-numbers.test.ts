import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { inexactNumbersOf, isExactNumber, parseKeepingNumbers } from "./exact-numbers.js";

test.each([
  "0",
  "-0",
  "0.0",
  "1",
  "-1",
  "1.0",
  "100",
  "1e2",
  "1E+2",
  "1.50e1",
  "9007199254740991",
  "9007199254740992",
  "19.90",
  "0.1",
  "0.30000000000000004",
  "19.900000000000002",
  "123456789012345",
  "0.000001",
  "1e-7",
  "1e300",
])("%s is exact", (text) => expect(isExactNumber(text)).toBe(true));

test.each([
  "9007199254740993",
  "-9007199254740993",
  "9007199254740993.0",
  "90071992547409930e-1",
  "12345678901234567890",
  "0.10000000000000000001",
  "1e400",
  "-1e400",
  "1e-400",
  "19.899999999999999",
  "0.1234567890123456789",
])("%s is not exact", (text) => expect(isExactNumber(text)).toBe(false));

test("every printed double is exact", () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => isExactNumber(JSON.stringify(value))),
  );
});

test("an integer is exact if and only if it prints as itself after parsing", () => {
  const integer = fc.bigInt(-(2n ** 69n), 2n ** 69n);
  const comesBack = (value: bigint) => BigInt(String(Number(value))) === value;
  fc.assert(fc.property(integer, (value) => isExactNumber(String(value)) === comesBack(value)));
});

test("each inexact number of a document is reported with its pointer", () => {
  const json = '{"a":[1,{"b/c":9007199254740993}],"n":"9007199254740993","__proto__":1e400,"ok":9007199254740992}';
  expect(inexactNumbersOf(json).map(({ pointer, message }) => `${pointer} ${message.split(";")[0]}`)).toEqual([
    "/a/1/b~1c 9007199254740993 would be read as 9007199254740992",
    "/__proto__ 1e400 is too large for a number",
  ]);
  expect(inexactNumbersOf("12345678901234567890")).toMatchObject([{ pointer: "", code: "inexact_number" }]);
});

test("parseKeepingNumbers keeps the text of a number that would change, and nothing else", () => {
  const json = '{"a":[9007199254740993,1e400,0.30000000000000004],"b":{"c":-12345678901234567890,"d":1e2},"e":"1e400"}';
  expect(parseKeepingNumbers(json)).toEqual({
    a: ["9007199254740993", "1e400", 0.30000000000000004],
    b: { c: "-12345678901234567890", d: 100 },
    e: "1e400",
  });
  expect(parseKeepingNumbers('{"a":[1,"x"]}')).toEqual({ a: [1, "x"] });
  expect(() => parseKeepingNumbers("{1e400")).toThrow(SyntaxError);
});
