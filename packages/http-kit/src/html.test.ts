import { describe, expect, test } from "@jest/globals";
import { html, rawHtml } from "./html.js";

describe("a template", () => {
  test("escapes all strings in content and attributes, also in lists and nested templates", () => {
    const evil = `<script>alert("1")</script>'&`;
    const inner = html`<i title="${evil}">${[evil, html`${evil}`]}</i>`;
    expect(html`<p>${inner}</p>`.text).not.toMatch(/<script|"1"|'&/);
    expect(html`${evil}`.text).toBe("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;&amp;");
  });

  test("inserts only marked markup unescaped, and skips empty values", () => {
    expect(html`${rawHtml("<b>")}${null}${undefined}${false}${0}${["a", 1]}`.text).toBe("<b>0a1");
    expect(() => html`${{ text: "<b>" } as unknown as string}`).toThrow();
  });
});
