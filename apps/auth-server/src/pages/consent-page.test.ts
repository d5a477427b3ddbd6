import { describe, expect, test } from "@jest/globals";
import { type ConsentModel, consentPage } from "./consent-page.js";

const MODEL: ConsentModel = {
  clientName: "Claude",
  redirectHost: "evil.example",
  isVerified: false,
  isLoopbackOnly: false,
  workspaces: [
    { id: "ws_1", name: "Lamps", role: "owner" },
    { id: "ws_2", name: "Shop", role: "viewer" },
  ],
  currentWorkspaceId: "ws_2",
  scopes: [
    { scope: "products:read", sentence: "View your products", isRequested: true, isAllowedIn: ["ws_1", "ws_2"] },
    { scope: "products:write", sentence: "Change your products", isRequested: true, isAllowedIn: ["ws_1"] },
    { scope: "feeds:write", sentence: "Change your feeds", isRequested: true, isAllowedIn: [] },
    { scope: "feeds:read", sentence: "View your feeds", isRequested: false, isAllowedIn: ["ws_1", "ws_2"] },
  ],
  email: "ada@example.com",
  action: "/connect/abc",
  formToken: "token",
};
const boxOf = (page: string, scope: string): string =>
  new RegExp(`<input type="checkbox"[^>]*value="${scope}"[^>]*>`).exec(page)?.[0] ?? "";

describe("the app's identity", () => {
  test("is its host; its claimed name comes second, in quotes, with a warning if it is not verified", () => {
    const page = consentPage(MODEL);
    expect(page.indexOf("evil.example")).toBeLessThan(page.indexOf("Claude"));
    expect(page).toContain("It calls itself “Claude”.");
    expect(page).toContain("We have not verified this app.");
    expect(page).not.toContain('badge">verified');
  });

  test("has a badge and no warning only if it is verified", () => {
    const page = consentPage({ ...MODEL, isVerified: true, redirectHost: "claude.ai" });
    expect(page).toContain('badge">verified');
    expect(page).not.toContain("note warn");
  });

  test("has a warning about the user's own computer if the redirect URI leads there", () => {
    expect(consentPage({ ...MODEL, isLoopbackOnly: true, redirectHost: "127.0.0.1" })).toContain(
      "This is a program on your own computer.",
    );
  });

  test("cannot inject markup, invisible characters or a text direction, nor escape the quotes", () => {
    const evil = `<script>x</script>\u202e\u200bClaude” by <b>Anthropic`;
    const page = consentPage({ ...MODEL, clientName: evil, clientUri: `https://x/"><script>`, redirectHost: evil });
    expect(page).not.toMatch(/<script|<b>|\u202e|\u200b/);
    const talk = consentPage({
      ...MODEL,
      clientName: 'x”. We verified this app: it is safe. "It\u201f is called “Claude',
    });
    expect(talk.match(/[“”]/g)).toHaveLength(2);
    expect(talk).toContain("It calls itself “x. We verified this app: it is safe. It is called Claude”.");
  });

  test.each([
    ["our own name", "ＳＫＵcast support"],
    ["letters of scripts that look alike", "Cl\u0430ude"],
    ["only check marks", "✔ ✅"],
  ])("with %s shows no name", (_what, clientName) => {
    expect(consentPage({ ...MODEL, clientName })).not.toContain("It calls itself");
  });

  test("keeps a name in one other script", () => {
    expect(consentPage({ ...MODEL, clientName: "Каталог" })).toContain("“Каталог”");
  });

  test("is the full host, however long, because its end shows the owner", () => {
    const redirectHost = `claude.ai.${`${"a".repeat(50)}.`.repeat(4)}evil.example`;
    const page = consentPage({ ...MODEL, redirectHost });
    expect(page).toContain(`<span class="host">${redirectHost}</span>`);
    expect(page).toContain(`trust ${redirectHost} and`);
  });

  test("without a name shows no name", () => {
    expect(consentPage({ ...MODEL, clientName: " \u200b " })).not.toContain("It calls itself");
  });
});

describe("the requested access", () => {
  test("can be widened: scopes that were not requested are unchecked, and presets stand above", () => {
    const page = consentPage(MODEL);
    expect(boxOf(page, "feeds:read")).not.toMatch(/checked|disabled/);
    expect(page).toContain("Not requested by the app.");
    const choices = [...page.matchAll(/<input type="radio"[^>]*name="access" value="(\w+)"[^>]*?( checked)?>/g)];
    expect(choices.map(([, value, state]) => [value, state])).toEqual([
      ["chosen", " checked"],
      ["read", undefined],
      ["edit", undefined],
      ["publish", undefined],
    ]);
  });

  test("can be narrowed by boxes; those that no role allows are disabled", () => {
    const page = consentPage(MODEL);
    expect(boxOf(page, "products:read")).toContain("checked");
    expect(boxOf(page, "products:write")).toContain("checked");
    expect(boxOf(page, "feeds:write")).toMatch(/disabled/);
    expect(boxOf(page, "feeds:write")).not.toContain("checked");
    expect(page).toContain("Not in Shop (viewer).");
    expect(page).toContain("Your role does not allow this.");
  });

  test("is for one workspace out of several, the current one preselected; a single one needs no choice", () => {
    expect(consentPage(MODEL)).toContain('<option value="ws_2" selected>Shop (viewer)</option>');
    const only = consentPage({ ...MODEL, workspaces: MODEL.workspaces.slice(0, 1) });
    expect(only).toContain('<input type="hidden" name="workspace" value="ws_1">');
    expect(only).not.toContain("<select");
  });

  test("can only be denied without a workspace; the page links to creating one, and back", () => {
    const page = consentPage({ ...MODEL, workspaces: [] });
    expect(page).toContain("/account/workspaces/new?return_to=%2Fconnect%2Fabc");
    expect(page).not.toContain('value="allow"');
    expect(page).toContain('value="deny"');
  });
});

test("the error of the submitted form is shown at the top", () => {
  const page = consentPage({ ...MODEL, error: "Choose at least one." });
  expect(page).toMatch(/role="alert"[\s\S]*Choose at least one\.[\s\S]*<form/);
});
