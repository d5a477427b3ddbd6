import { expect, test } from "@jest/globals";
import { relativeText } from "./relative-text.js";

const NOW = Date.parse("2026-11-21T12:00:00Z");

test.each([
  ["2026-11-21T11:59:40Z", "just now"],
  ["2026-11-21T12:00:30Z", "in a few seconds"],
  ["2026-11-21T11:58:00Z", "2 minutes ago"],
  ["2026-11-21T09:30:00Z", "2 hours ago"],
  ["2026-11-20T11:00:00Z", "yesterday"],
  ["2026-11-23T13:00:00Z", "in 2 days"],
  ["2025-01-01T00:00:00Z", "last year"],
])("%s is formatted as %s", (at, text) => expect(relativeText(at, NOW)).toBe(text));
