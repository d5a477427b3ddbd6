import { expect, test } from "@jest/globals";
import { isHtml, plainText, withoutTags } from "./plain-text.js";

test("converts HTML: blocks to lines, entities to characters; removes scripts, comments and tags", () => {
  const html =
    "<style>p{}</style><p class='a'>One &amp; <b>two</b></p><!-- no --><ul><li>3 &lt; 4</li></ul><script>x()</script>";
  expect(plainText(html)).toBe("One & two\n3 < 4");
});

test("the cells of a table are apart, and a block begins on its own line", () => {
  const table = "<table><tr><th>Size</th><th>Chest</th></tr><tr><td>M</td><td>96 cm</td></tr></table>";
  expect(plainText(`Fits small${table}Wash <b>cold</b><p>Line dry</p>`)).toBe(
    "Fits small\nSize Chest\nM 96 cm\nWash cold\nLine dry",
  );
  expect(plainText("<dl><dt>Material</dt><dd>Wool</dd></dl>A<hr>B")).toBe("Material\nWool\nA\nB");
});

test.each(["<a", "<br", "</p ", "<!--", "<script", "&a", " \n "])("a text of only %j is read quickly", (piece) => {
  const before = process.cpuUsage();
  plainText(piece.repeat(1_000_000 / piece.length));
  // With quadratic time this would take minutes.
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(10_000);
});

test("HTML that was escaped once more is unescaped once", () => {
  expect(isHtml("&lt;p&gt;Nice &amp;amp; warm&lt;/p&gt;")).toBe(true);
  expect(plainText("&lt;p&gt;Nice &amp;amp; warm&lt;/p&gt;")).toBe("Nice & warm");
  expect(plainText("<p>Write &lt;b&gt; for bold</p>")).toBe("Write <b> for bold");
  expect(isHtml("3 &lt; 5")).toBe(false);
});

test("a title has no tags", () => {
  expect(withoutTags("<b>Bold</b> title")).toBe("Bold title");
  expect(withoutTags("Bold<br>title")).toBe("Bold\ntitle");
  expect(withoutTags("Size < M > S")).toBe("Size < M > S");
  expect(withoutTags("Tee & <b>")).toBe("Tee & <b>");
});
