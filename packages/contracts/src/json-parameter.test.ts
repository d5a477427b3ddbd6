import { expect, test } from "@jest/globals";
import { jsonParameter } from "./json-parameter.js";

const schema = jsonParameter(2_000, "a JSON array");
const faultsOf = (text: string) =>
  schema.safeParse(text).error?.issues.map(({ path, message }) => `${path.join("/")} ${message}`.trim());

test.each([
  "[]",
  '[{"a":1,"b":[{"a":2}]}]',
  '[9007199254740991,0.1,-0,"9007199254740993"]',
  '{"a":"{\\"a\\":1,\\"a\\":2}"}',
])("%s is parsed", (text) => expect(schema.parse(text)).toEqual(JSON.parse(text)));

test("a member that occurs twice in the same object is rejected by its name, as in a body", () => {
  expect(faultsOf('[{"field":"brand","op":"equals","value":"One","value":"Two"}]')).toEqual([
    'must not have the member "value" twice in the same object',
  ]);
  expect(faultsOf('{"a":{"b/c":1,"\\u0062/c":2}}')).toEqual([
    'must not have the member "b/c" twice in the same object',
  ]);
});

test("a member named __proto__, which a schema of a map would drop, is rejected at its place", () => {
  expect(faultsOf('{"a":{"__proto__":"x"}}')).toEqual(["a/__proto__ must not be named __proto__"]);
});

test.each(["9007199254740993", "1e400", "0.1000000000000000055511151231257827"])(
  "the number %s, which would be read as another one, is rejected at its place",
  (number) => {
    expect(faultsOf(`[{"a/b":${number}}]`)).toEqual([
      expect.stringMatching(/^0\/a\/b \S+ (?:would be read as|is too large)/),
    ]);
  },
);

test.each(["", "[", "[1] x", `${"[".repeat(1_000)}`])("%j is rejected with one error", (text) => {
  expect(faultsOf(text)).toEqual(["must be a JSON array"]);
});
