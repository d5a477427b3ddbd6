import { describe, expect, test } from "@jest/globals";
import { cleanText } from "./clean-text.js";
import { formTargetOf } from "./form-target.js";
import { html, rawHtml } from "./html.js";

describe("a template", () => {
  test("escapes every text in content and in attributes, also in lists and inside other templates", () => {
    const evil = `<script>alert("1")</script>'&`;
    const inner = html`<i title="${evil}">${[evil, html`${evil}`]}</i>`;
    expect(html`<p>${inner}</p>`.text).not.toMatch(/<script|"1"|'&/);
    expect(html`${evil}`.text).toBe("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;&amp;");
  });

  test("takes markup as it is only from where it is marked, and leaves out what is not there", () => {
    expect(html`${rawHtml("<b>")}${null}${undefined}${false}${0}${["a", 1]}`.text).toBe("<b>0a1");
    expect(() => html`${{ text: "<b>" } as unknown as string}`).toThrow();
  });
});

describe("a text that someone chose", () => {
  test("loses what cannot be seen or turns the direction of what follows, and is cut", () => {
    expect(cleanText("Clau\u202ede\u0000 \u200b\n by  us\u2028")).toBe("Claude by us");
    expect(cleanText("x".repeat(90))).toBe(`${"x".repeat(79)}…`);
    expect(cleanText("\ud83d\ude00".repeat(3), 3)).toBe("\ud83d\ude00".repeat(3));
  });
});

describe("a form's target", () => {
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
