import { describe, expect, test } from "@jest/globals";
import { cleanText } from "./clean-text.js";
import { formTargetOf } from "./form-target.js";

describe("a user-chosen string", () => {
  test("loses invisible and direction-changing characters, and is cut", () => {
    expect(cleanText("Clau\u202ede\u0000 \u200b\n by  us\u2028")).toBe("Claude by us");
    expect(cleanText("A\u3164d\u2800a\u034f \u{e0041}")).toBe("Ada");
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
