import { expect, test } from "@jest/globals";
import { describeSource } from "./describe-source.js";

const source = { name: "Products", sourceId: "src_1", importId: "imp_1", error: "not_found" };

test.each([
  [
    "early",
    "The source is retried 5 minutes later, then after 15 and 60 minutes, and then at the times of its schedule. " +
      "An earlier time of its schedule comes first.",
  ],
  ["on_schedule", "The source is fetched again at the next time of its schedule."],
  ["never", "The source has no schedule, so it is not retried automatically."],
] as const)("the mail about a failed source says when it is retried (%s)", (retries, sentence) => {
  const { body } = describeSource("failed", { ...source, retries }).en;
  expect(body).toContain(sentence);
  expect(body).toContain("POST {public_url}/api/public/v1/sources/src_1/runs");
});
