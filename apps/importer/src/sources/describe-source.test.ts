import { expect, test } from "@jest/globals";
import { describeSource } from "./describe-source.js";

const source = { name: "Products", sourceId: "src_1", importId: "imp_1", error: "not_found" };

test.each([
  [true, "It is tried again on its schedule."],
  [false, "It has no schedule: nothing tries again by itself."],
])("the mail about a source that failed says what follows by itself (schedule: %s)", (isScheduled, sentence) => {
  const { body } = describeSource("failed", { ...source, isScheduled });
  expect(body).toContain(sentence);
  expect(body).toContain("POST {public_url}/api/public/v1/sources/src_1/runs");
});
