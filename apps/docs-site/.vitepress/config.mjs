// The documentation site. `npm run docs:site` puts the pages into `pages` and builds them into `dist`.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitepress";

const FOLDER = fileURLToPath(new URL("..", import.meta.url));
const { nav, sidebar } = JSON.parse(readFileSync(join(FOLDER, "pages/navigation.json"), "utf8"));
/** Scripts that VitePress writes into pages, by file name: the server's policy allows files of the origin alone. */
const scripts = new Map();

export default defineConfig({
  title: "Skucast",
  description: "Publish a product catalog to sales channels over REST, MCP, signed webhooks and SFTP files",
  lang: "en-US",
  base: "/docs/",
  srcDir: "pages",
  outDir: "dist",
  cacheDir: "node_modules/.cache/vitepress",
  cleanUrls: true,
  metaChunk: true,
  // The switch would insert a style element, which the server's policy does not allow.
  appearance: { disableTransition: false },
  themeConfig: {
    nav,
    sidebar,
    outline: [2, 3],
    search: { provider: "local", options: { detailedView: true } },
    docFooter: { prev: false, next: false },
  },
  markdown: {
    theme: { light: "github-light-high-contrast", dark: "github-dark" },
    anchor: { slugify },
    // The pages are Markdown for any reader: no HTML and no templates of Vue.
    config: (md) => {
      md.set({ html: false });
      const { text } = md.renderer.rules;
      // Vue drops a line break between two elements, and the space with it.
      md.renderer.rules.softbreak = () => " ";
      md.renderer.rules.text = (...args) => text(...args).replaceAll("{{", "&#123;&#123;");
    },
  },
  transformHtml: (html) =>
    html.replaceAll(/<script( id="[^"]*")?>([\s\S]+?)<\/script>/g, (_tag, _id, code) => {
      const name = `inline-${createHash("sha256").update(code).digest("hex").slice(0, 8)}.js`;
      scripts.set(name, code);
      return `<script src="/docs/assets/${name}"></script>`;
    }),
  buildEnd: ({ outDir }) => {
    mkdirSync(join(outDir, "assets"), { recursive: true });
    for (const [name, code] of scripts) writeFileSync(join(outDir, "assets", name), code);
  },
});

/** The anchor of a heading, as the forges that show Markdown make it. */
function slugify(heading) {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{Pc} -]/gu, "")
    .replaceAll(" ", "-");
}
