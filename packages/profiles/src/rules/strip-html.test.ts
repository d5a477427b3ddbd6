import { expect, test } from "@jest/globals";
import { stripHtml, stripHtmlOnLine } from "./strip-html.js";

test.each([
  ["plain", "plain"],
  ["a < b & c > d", "a < b & c > d"],
  ["<p>One</p><p>Two</p>", "One\nTwo"],
  ["<b>bold</b> and<br>next", "bold and\nnext"],
  ["<ul><li>a</li>\n<li>b</li></ul>", "a\nb"],
  ["x<script>alert('<b>')</script>y", "xy"],
  ["x<STYLE>p{}</Style>y", "xy"],
  ["x<script>never closed", "x"],
  ["x<!-- a > b -->y", "xy"],
  ["x<!-- never closed > ", "x"],
  ["Fish &amp; chips &#8364;5 &#x1F600; &nbsp;&unknown;", "Fish & chips €5 😀 &unknown;"],
  ["Gr&uuml;n &Lstrok;&oacute;d&zacute; &frac12;&nbsp;m", "Grün Łódź ½ m"],
  ["5&#150;10 &#x20AC; Zucker&shy;rohr", "5–10 € Zuckerrohr"],
  ["&lt;b&gt; stays text", "<b> stays text"],
  ["&#0;&#9999999;", "&#0;&#9999999;"],
  ['<a href="https://a.b/?x=1">link</a>', "link"],
  ["<<b>>", "<>"],
  ["vector<int> and map<string, int>", "vector<int> and map<string, int>"],
  ["size < 5 and > 3 &amp; more", "size < 5 and > 3 & more"],
  ["Map<K, V> in <b>bold</b>", "Map<K, V> in bold"],
  ["Tee <b and more", "Tee <b and more"],
  ["<a title='a > b' href=x>link</a>", "link"],
  ["&amp;lt;b&amp;gt; &amp;amp;", "&lt;b&gt; &amp;"],
  ["one<figure>two</figure>three<option>four", "one\ntwo\nthree\nfour"],
  ["İ<script>ß</script>é", "İé"],
])("%j becomes %j", (html, text) => {
  expect(stripHtml(html)).toBe(text);
});

test("on one line, blocks become spaces and never join words", () => {
  expect(stripHtmlOnLine("Red<br>tee<p>size M</p><ul><li>soft</li><li>warm</li></ul>")).toBe(
    "Red tee size M soft warm",
  );
  expect(stripHtmlOnLine("vector<int>\nsecond")).toBe("vector<int> second");
});

test.each(["<", "<a", "<!--", "<script>", "&#", "<script></script", "\n", "<b>"])(
  "200,000 characters of %j do not take quadratic time",
  (piece) => {
    const html = piece.repeat(Math.ceil(200_000 / piece.length));
    const before = process.cpuUsage();
    stripHtml(html);
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(5_000);
  },
);
