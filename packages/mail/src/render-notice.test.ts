import { expect, test } from "@jest/globals";
import { renderNotice } from "./render-notice.js";

const URL = "https://skucast.example";
const render = (text: string, language: "en" | "ja" = "en") =>
  renderNotice({ subject: "A run failed", text }, { language, publicUrl: URL });
const targetsOf = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, target]) => target);

const NOTICE = `A run failed.

- max_drop_percent: 60 %

Look at the run, which has failed and has so many words in this sentence that its line was
wrapped: ${URL}/runs/run_1

Or use the API:

  POST ${URL}/api/runs/run_1/release
  GET  ${URL}/api/runs/run_1

1. Test it: ${URL}/destinations/dst_1
2. Run the feed

Run: ${URL}/runs/run_1. It is tried again.

You are a member. Choose:
${URL}/settings#notifications
`;

test("the plain text of a notice stays as it was written, and names the deployment", () => {
  expect(render(NOTICE).text).toBe(`${NOTICE}\nSkucast · ${URL}\n`);
});

test("a notice has the parts of a document: paragraphs, lists, code, a button and links", () => {
  const { html } = render(NOTICE);
  expect(html).toMatch(/<ul [^>]*><li [^>]*>max_drop_percent: 60 %<\/li><\/ul>/);
  expect(html).toMatch(/<pre [^>]*>POST \S+release\nGET {2}\S+run_1<\/pre>/);
  expect(html).toMatch(/<ol [^>]*><li [^>]*>Test it: <a /);
  expect(html).toContain("its line was wrapped:</p>");
  expect(html).toMatch(
    /<a class="button" href="[^"]+\/runs\/run_1" style="display:inline-block[^"]*">Open in Skucast<\/a>/,
  );
  expect(html).toMatch(/<p class="soft" style="margin:0;color:#57606a">You are a member\. Choose:<br><a /);
  expect(targetsOf(html)).toEqual(
    ["/runs/run_1", "/destinations/dst_1", "/runs/run_1", "/settings#notifications"].map((path) => URL + path),
  );
});

test("the heading is the subject without the name of the service", () => {
  const reader = { language: "en", publicUrl: URL } as const;
  const { subject, html } = renderNotice({ subject: "Skucast: a run failed", text: "x" }, reader);
  expect([subject, /<h1[^>]*>([^<]*)/.exec(html)?.[1]]).toEqual(["Skucast: a run failed", "A run failed"]);
});

test("the button is in the language of the notice", () => {
  const { html } = render(`実行を確認してください：${URL}/runs/run_1\n\nメンバー`, "ja");
  expect(html).toContain('<html lang="ja">');
  expect(html).toContain(">Skucastで開く</a>");
});

test("names and messages become neither markup nor links to other places", () => {
  const foreign = ["https://evil.example/x", `${URL}.evil.example/`, `https://evil.example/${URL}/x`, `a@${URL}/x`];
  const { html } = render(`Error: <b>x</b> ${foreign.join(" ")}\n\nYou are a member.\n`);
  expect(html).not.toContain("<b>");
  expect(targetsOf(html)).toEqual([]);
});

test("a notice of one paragraph is complete", () => {
  const { text, html } = render("You are a member.");
  expect([text, html.includes("You are a member.")]).toEqual([`You are a member.\n\nSkucast · ${URL}\n`, true]);
});

test("a mail has the colors of the dark mode for programs that prefer it, and each color of light mode has one", () => {
  const { html } = render(NOTICE);
  const dark = /@media \(prefers-color-scheme: dark\) \{([\s\S]*?)\n\}/.exec(html)?.[1] ?? "";
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  const colored = [...html.matchAll(/<(\w+)([^>]*)style="[^"]*(?:color|background|border):? ?[^"]*#[0-9a-f]{6}/g)];
  expect(colored.length).toBeGreaterThan(6);
  for (const [element, , attributes] of colored) {
    const name = /class="(\w+)"/.exec(attributes ?? "")?.[1];
    expect([element, name !== undefined && dark.includes(`.${name} {`)]).toEqual([element, true]);
  }
});
