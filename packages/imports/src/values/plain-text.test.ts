import { expect, test } from "@jest/globals";
import { plainText } from "./plain-text.js";

test("converts HTML: blocks to lines, entities to characters; removes scripts, comments and tags", () => {
  const html =
    "<style>p{}</style><p class='a'>One &amp; <b>two</b></p><!-- no --><ul><li>3 &lt; 4</li></ul><script>x()</script>";
  expect(plainText(html)).toBe("One & two\n3 < 4");
});

test.each(["<a", "<br", "</p ", "<!--", "<script", "&a", " \n "])("a text of only %j is read quickly", (piece) => {
  const before = process.cpuUsage();
  plainText(piece.repeat(1_000_000 / piece.length));
  // With quadratic time this would take minutes.
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(10_000);
});
