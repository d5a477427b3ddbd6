import { expect, test } from "@jest/globals";
import { partsIn } from "./item-parts.js";

const PERIOD = "2026-12-01T00:00:00+01:00/2026-12-24T13:00Z";

test.each([
  ["DE::Standard:4.90 EUR", 4, ["DE", "", "Standard", "4.90 EUR"]],
  ["Display:Ratio:16:9", 3, ["Display", "Ratio", "16:9"]],
  ["::", 3, ["", "", ""]],
  ["a", 3, ["a"]],
  [`club:gold:5 USD::10:${PERIOD}:free`, 7, ["club", "gold", "5 USD", "", "10", PERIOD, "free"]],
  [`club:gold:5 USD::10:${PERIOD}`, 7, ["club", "gold", "5 USD", "", "10", PERIOD]],
  ["DE:1700:Europe/Berlin:true", 4, ["DE", "1700", "Europe/Berlin", "true"]],
  ["T10:20:a", 3, ["T10:20", "a"]],
])("%j has the parts %j", (item, count, parts) => {
  expect(partsIn(item, count)).toEqual(parts);
});
