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
    { scope: "products:read", sentence: "See your products", isAsked: true, isAllowedIn: ["ws_1", "ws_2"] },
    { scope: "products:write", sentence: "Change your products", isAsked: true, isAllowedIn: ["ws_1"] },
    { scope: "feeds:write", sentence: "Change your feeds", isAsked: true, isAllowedIn: [] },
    { scope: "feeds:read", sentence: "See your feeds", isAsked: false, isAllowedIn: ["ws_1", "ws_2"] },
  ],
  email: "ada@example.com",
  action: "/connect/abc",
  formToken: "token",
};
const boxOf = (page: string, scope: string): string =>
  new RegExp(`<input type="checkbox"[^>]*value="${scope}"[^>]*>`).exec(page)?.[0] ?? "";

describe("who asks", () => {
  test("is told by the host first; the claimed name comes second, in quotes, and an unverified app is warned of", () => {
    const page = consentPage(MODEL);
    expect(page.indexOf("evil.example")).toBeLessThan(page.indexOf("Claude"));
    expect(page).toContain("It calls itself “Claude”.");
    expect(page).toContain("We have not verified this app.");
    expect(page).not.toContain('badge">verified');
  });

  test("is called verified only when it is, and then is not warned of", () => {
    const page = consentPage({ ...MODEL, isVerified: true, redirectHost: "claude.ai" });
    expect(page).toContain('badge">verified');
    expect(page).not.toContain("note warn");
  });

  test("is warned of as a program on the person's own computer when its answers go there", () => {
    expect(consentPage({ ...MODEL, isLoopbackOnly: true, redirectHost: "127.0.0.1" })).toContain(
      "This is a program on your own computer.",
    );
  });

  test("cannot put markup, unseen marks or a turned direction on the page, nor close the quotes and go on", () => {
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
    ["a seal alone", "✔ ✅"],
  ])("with %s says nothing of a name", (_what, clientName) => {
    expect(consentPage({ ...MODEL, clientName })).not.toContain("It calls itself");
  });

  test("keeps a name of one other script", () => {
    expect(consentPage({ ...MODEL, clientName: "Каталог" })).toContain("“Каталог”");
  });

  test("is told by the whole host, however long: its end says whose it is", () => {
    const redirectHost = `claude.ai.${`${"a".repeat(50)}.`.repeat(4)}evil.example`;
    const page = consentPage({ ...MODEL, redirectHost });
    expect(page).toContain(`<span class="host">${redirectHost}</span>`);
    expect(page).toContain(`trust ${redirectHost} and`);
  });

  test("with no name says nothing of a name", () => {
    expect(consentPage({ ...MODEL, clientName: " \u200b " })).not.toContain("It calls itself");
  });
});

describe("what it may", () => {
  test("can be widened: scopes that the app does not ask for are there and not checked, and presets stand above", () => {
    const page = consentPage(MODEL);
    expect(boxOf(page, "feeds:read")).not.toMatch(/checked|disabled/);
    expect(page).toContain("The app does not ask for this.");
    const choices = [...page.matchAll(/<input type="radio"[^>]*name="access" value="(\w+)"[^>]*?( checked)?>/g)];
    expect(choices.map(([, value, state]) => [value, state])).toEqual([
      ["chosen", " checked"],
      ["read", undefined],
      ["edit", undefined],
      ["publish", undefined],
    ]);
  });

  test("can be narrowed by boxes, of which those that no role allows cannot be chosen", () => {
    const page = consentPage(MODEL);
    expect(boxOf(page, "products:read")).toContain("checked");
    expect(boxOf(page, "products:write")).toContain("checked");
    expect(boxOf(page, "feeds:write")).toMatch(/disabled/);
    expect(boxOf(page, "feeds:write")).not.toContain("checked");
    expect(page).toContain("Not in Shop (viewer).");
    expect(page).toContain("Your role does not allow this.");
  });

  test("is for one workspace, chosen among several, the present one first; of one alone there is no choice", () => {
    expect(consentPage(MODEL)).toContain('<option value="ws_2" selected>Shop (viewer)</option>');
    const only = consentPage({ ...MODEL, workspaces: MODEL.workspaces.slice(0, 1) });
    expect(only).toContain('<input type="hidden" name="workspace" value="ws_1">');
    expect(only).not.toContain("<select");
  });

  test("can only be denied while there is no workspace; the page leads to where one is made, and back", () => {
    const page = consentPage({ ...MODEL, workspaces: [] });
    expect(page).toContain("/account/workspaces/new?return_to=%2Fconnect%2Fabc");
    expect(page).not.toContain('value="allow"');
    expect(page).toContain('value="deny"');
  });
});

test("a fault of the form that was sent before stands at the top", () => {
  const page = consentPage({ ...MODEL, fault: "Choose at least one." });
  expect(page).toMatch(/role="alert"[\s\S]*Choose at least one\.[\s\S]*<form/);
});
