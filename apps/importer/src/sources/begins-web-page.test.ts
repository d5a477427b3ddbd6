import { expect, test } from "@jest/globals";
import { beginsWebPage } from "./begins-web-page.js";

test.each([
  "<!DOCTYPE html><html>",
  "\ufeff \n<!doctype  HTML>",
  "<html lang='en'>",
  "<!-- a --> <!-- b -->\n<html>",
  "<!----><html>",
])("%j begins a web page", (text) => {
  expect(beginsWebPage(text)).toBe(true);
});

test.each(["", "sku,title\n", "<rss>", "<html5>", "<!-- html -->", "<!-- <html> --><rss>", "<!-- <html>"])(
  "%j begins none",
  (text) => {
    expect(beginsWebPage(text)).toBe(false);
  },
);

test("many comments before another element take no time, so that one file cannot stop the importer", () => {
  const before = process.cpuUsage();
  expect(beginsWebPage(`${"<!---->".repeat(145)}<x>`)).toBe(false);
  expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
});
