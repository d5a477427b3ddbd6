import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { SAMPLE_MAILS } from "@skucast/auth-server/mails/sample-mails";
import { LANGUAGES } from "@skucast/contracts/languages";
import { NOTIFICATION_KIND_NAMES } from "@skucast/contracts/notifications/notification-kinds";
import { previewMails } from "./preview-mails.js";

const URL = "https://skucast.example";
const folder = mkdtempSync(join(tmpdir(), "mails-"));
beforeAll(async () => {
  const context = { settings: { SKUCAST_PUBLIC_URL: URL, PORT: 8080 }, args: [folder], print: () => {} };
  // The command reads these only.
  await previewMails.run(context as unknown as Parameters<typeof previewMails.run>[0]);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(LANGUAGES)("the previews in %s", (language) => {
  const names = () => readdirSync(join(folder, language)).sort();
  const read = (name: string) => readFileSync(join(folder, language, name), "utf8");

  test("include a mail about each kind of problem, and a summary", () => {
    for (const kind of [...NOTIFICATION_KIND_NAMES, "summary"])
      expect(names().filter((name) => name.endsWith(`-${kind}.html`))).toHaveLength(1);
  });

  test("include every mail about accounts, each as text and HTML", () => {
    const previews = SAMPLE_MAILS.map(({ kind }, i) => `${String(i + 1).padStart(2, "0")}-${kind}`);
    const files = previews.flatMap((preview) => [`${preview}.html`, `${preview}.txt`]);
    expect(names().slice(0, files.length)).toEqual(files);
  });

  test("are text and HTML with the same design, and all links lead to the deployment", () => {
    for (const name of names().filter((each) => each.endsWith(".html"))) {
      const html = read(name);
      expect(html).toContain(`<html lang="${language}">`);
      expect(html).toMatch(/<img src="data:image\/png;base64,[^"]{500,}" [^>]*>Skucast<\/p>/);
      expect(html).not.toMatch(/undefined|\[object|\{public_url\}|cid:/);
      for (const [, target = ""] of html.matchAll(/href="([^"]*)"/g)) expect(target.startsWith(`${URL}/`)).toBe(true);
      const text = read(name.replace(".html", ".txt"));
      expect(text).toMatch(/^Subject: \S/);
      expect(text).toContain(`Skucast · ${URL}`);
    }
  });

  test("of problems have a button where there is something to do", () => {
    for (const kind of [
      "run_held",
      "run_failed",
      "delivery_failed",
      "import_failed",
      "import_held",
      "endpoint_disabled",
    ])
      expect([kind, read(names().find((name) => name.endsWith(`-${kind}.html`)) ?? "")]).toEqual([
        kind,
        expect.stringContaining("display:inline-block"),
      ]);
  });
});
