import { describe, expect, test } from "@jest/globals";
import { cleanText } from "./clean-text.js";
import { formTargetOf } from "./form-target.js";
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

describe("a user-chosen string", () => {
  test("loses invisible and direction-changing characters, and is cut", () => {
    expect(cleanText("Clau\u202ede\u0000 \u200b\n by  us\u2028")).toBe("Claude by us");
    expect(cleanText("x".repeat(90))).toBe(`${"x".repeat(79)}…`);
    expect(cleanText("\ud83d\ude00".repeat(3), 3)).toBe("\ud83d\ude00".repeat(3));
  });
});

describe("a form target", () => {
  test.each([
    ["https://claude.ai/api/mcp/auth_callback?x=1", "https://claude.ai"],
    ["http://127.0.0.1:33418/callback", "http://127.0.0.1:33418"],
    ["http://[::1]:33418/callback", "http:"],
    ["cursor://anysphere.cursor-mcp/oauth", "cursor:"],
    ["com.example.app:/oauth", "com.example.app:"],
  ])("of %s is %s", (redirectUri, target) => {
    expect(formTargetOf(redirectUri)).toBe(target);
  });
});
