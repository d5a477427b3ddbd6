import { expect, test } from "@jest/globals";
import { valueFormatSchema } from "./value-format.js";

test.each(["YYYY-MM-DD", "DD.MM.YY", "DD.MM.YYYY HH:mm:ss ZZ"])("%s is a pattern of dates", (date) => {
  expect(valueFormatSchema.safeParse({ date }).success).toBe(true);
});

/** A test that takes longer than its time limit shows that each YYYY was tried as YY, too. */
test.each(["YYY", "DD.MM.Y", `${"Y".repeat(500_000)}x`])("other text is rejected, also a long one", (date) => {
  expect(valueFormatSchema.safeParse({ date }).success).toBe(false);
});
