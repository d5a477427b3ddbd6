import { expect, test } from "@jest/globals";
import { htmlTagAt, replaceHtmlTags } from "./html-tags.js";

test.each([
  ["<b>", "b"],
  ["</LI >", "li"],
  ["<br/>", "br"],
  ["<br />", "br"],
  ['<a href="https://a.b/?x=1">', "a"],
  ["<img src=a.jpg alt='a > b' hidden>", "img"],
  ['<p class="x"\n style="y">', "p"],
  ["<div data-x>", "div"],
  ["<o:p>", "o:p"],
  ["<!DOCTYPE html>", ""],
  ['<?xml version="1.0"?>', ""],
])("%j is a tag", (text, name) => {
  expect(htmlTagAt(text, 0)).toMatchObject({ name, end: text.length });
});

test.each([
  "<int>",
  "<std::string>",
  "<5>",
  "< b>",
  "<b and c>",
  "<b",
  "<a href='x",
  "<3",
  "<->",
  "</>",
  "<size M>",
  "<T, U>",
])("%j is no tag", (text) => expect(htmlTagAt(text, 0)).toBeUndefined());

test("only tags are replaced", () => {
  expect(replaceHtmlTags("a<br>b<int>c</p>d < e", ({ name }) => `[${name}]`)).toBe("a[br]b<int>c[p]d < e");
});

test.each(["<", "<a", "<a ", "<a b", '<a b="', "<a b='", "<a b=c ", "<a  =", "<b>"])(
  "200,000 characters of %j do not take quadratic time",
  (piece) => {
    const text = piece.repeat(Math.ceil(200_000 / piece.length));
    const before = process.cpuUsage();
    replaceHtmlTags(text, () => "");
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(5_000);
  },
);
