import { expect, test } from "@jest/globals";
import { profileNamed } from "../profiles/profile-list.js";
import { warning } from "./issue.js";
import { runIssueOf } from "./map-document.js";

test.each([
  ["google_merchant", "tax", "https://support.google.com/merchants/answer/6324454"],
  ["google_merchant", "video_link", "https://support.google.com/merchants/answer/7052112"],
  ["stripe_agentic", "title", "https://docs.stripe.com/agentic-commerce/product-feed"],
  ["generic", "title", undefined],
] as const)("an issue of %s about %s links to the page that documents the column: %s", (name, field, source) => {
  expect(runIssueOf(warning("too_long", field, "is long"), "A", profileNamed(name)).source).toBe(source);
});
