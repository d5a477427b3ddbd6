import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "@jest/globals";
import { renderMail } from "@skucast/auth-server/mails/render-mail";
import { SAMPLE_MAILS } from "@skucast/auth-server/mails/sample-mails";
import { newWorkspacePage } from "@skucast/auth-server/pages/new-workspace-page";
import { STYLESHEET } from "@skucast/auth-server/pages/stylesheet";

/* The dashboard, the sign-in and account pages and the mails look like one product. */

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../../dashboard/${path}`, import.meta.url)), "utf8");
const COLOR = /#[0-9a-f]{6}/g;

/** The dashboard's colors by name, for light and dark mode. */
const dashboard = new Map(
  [...read("src/styles/colors.css").matchAll(/--([a-z-]+): light-dark\((#\w+), (#\w+)\)/g)].map(
    ([, name = "", light = "", dark = ""]) => [name, [light, dark]] as const,
  ),
);
const colorsOf = (mode: 0 | 1) => [...dashboard.values()].map((colors) => colors[mode]);

test("the sign-in and account pages have the colors of the dashboard", () => {
  const [light = "", dark = ""] = STYLESHEET.split("@media (prefers-color-scheme: dark)");
  for (const [mode, styles] of [light, dark].entries()) {
    const named = [...styles.matchAll(/--([a-z-]+): (#\w+)/g)].map(([, name = "", color]) => [name, color] as const);
    expect(named.length).toBeGreaterThan(10);
    for (const [name, color] of named) expect([name, color]).toEqual([name, dashboard.get(name)?.[mode]]);
  }
});

test("mails have no other colors than the dashboard", () => {
  for (const mail of SAMPLE_MAILS) {
    const document = renderMail({ mail, language: "en" }, "https://skucast.example").html;
    const [dark = ""] = /@media \(prefers-color-scheme: dark\) \{[\s\S]*?\n\}/.exec(document) ?? [];
    const used = [document.replace(dark, ""), dark].map((part) => new Set(part.match(COLOR)));
    expect([...(used[0] ?? [])].filter((color) => !colorsOf(0).includes(color))).toEqual([]);
    expect([...(used[1] ?? [])].filter((color) => !colorsOf(1).includes(color))).toEqual([]);
    expect(used.every(({ size }) => size > 3)).toBe(true);
  }
});

test("the pages show the dashboard's logo", () => {
  const [, logo = ""] = / d="([^"]+)"/.exec(read("index.html")) ?? [];
  expect(logo.length).toBeGreaterThan(50);
  expect(newWorkspacePage({ formToken: "", returnTo: null })).toContain(logo);
});
