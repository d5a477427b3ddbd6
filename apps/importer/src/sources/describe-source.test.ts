import { expect, test } from "@jest/globals";
import { describeSource } from "./describe-source.js";

const source = { name: "Products", sourceId: "src_1", importId: "imp_1", error: "not_found" };

test.each([
  [true, "The source is retried on its schedule."],
  [false, "The source has no schedule, so it is not retried automatically."],
])(
  "the mail about a failed source says whether it is retried automatically (schedule: %s)",
  (isScheduled, sentence) => {
    const { body } = describeSource("failed", { ...source, isScheduled });
    expect(body).toContain(sentence);
    expect(body).toContain("POST {public_url}/api/public/v1/sources/src_1/runs");
  },
);
