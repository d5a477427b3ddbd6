import { expect, test } from "@jest/globals";
import { plainText } from "./plain-text.js";

test("brings out the text: blocks are lines, entities characters; scripts, comments and tags are gone", () => {
  const html =
    "<style>p{}</style><p class='a'>One &amp; <b>two</b></p><!-- no --><ul><li>3 &lt; 4</li></ul><script>x()</script>";
  expect(plainText(html)).toBe("One & two\n3 < 4");
});

test.each(["<a", "<br", "</p ", "<!--", "<script", "&a", " \n "])(
  "a text of nothing but %j is read at once",
  (piece) => {
    const before = process.cpuUsage();
    plainText(piece.repeat(1_000_000 / piece.length));
    // Work that grows with the square of the length would take minutes.
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(10_000);
  },
);
