// Puts the pages of the site into a folder: docs/, the pages at the root, and the API reference from OpenAPI.
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "../prepare.mjs";
import { renderApiPages } from "./api-pages.mjs";
import { markdownFiles, ROOT_PAGES, readPage, siteText } from "./markdown-links.mjs";

const COMMENT = /^<!--[\s\S]*?-->\n/gm;
const DETAILS = /<details><summary>(.*?)<\/summary>([\s\S]*?)<\/details>/g;
const CODE_TAG = /<\/?code>/g;

/** @param {string} folder that does not exist yet */
export function stagePages(folder) {
  const paths = markdownFiles().filter((path) => sitePathOf(path) !== undefined);
  for (const path of paths) {
    const text = siteText({ path, text: readPage(path), sitePathOf });
    write(folder, sitePathOf(path), text.replaceAll(COMMENT, "").replaceAll(DETAILS, container));
  }
  cpSync(join(ROOT, "docs/screenshots"), join(folder, "screenshots"), {
    recursive: true,
    filter: (path) => !path.endsWith(".md"),
  });
  for (const file of ["openapi.json", "postman-collection.json"]) {
    mkdirSync(join(folder, "public/reference"), { recursive: true });
    cpSync(join(ROOT, "docs/reference", file), join(folder, "public/reference", file));
  }
  const apiPages = renderApiPages(JSON.parse(readPage("docs/reference/openapi.json")));
  for (const { path, text } of apiPages) write(folder, path, text);
  write(folder, "navigation.json", JSON.stringify(navigation(paths, apiPages)));
}

/** Where a file of the repository is on the site; undefined if it is not there. */
function sitePathOf(path) {
  if (path in ROOT_PAGES) return ROOT_PAGES[path];
  if (!path.startsWith("docs/")) return undefined;
  const page = path.slice("docs/".length);
  if (page === "reference/openapi.json") return "reference/api/index.md";
  if (/\.(md|webp|svg)$/.test(page)) return page.replace(/(^|\/)README\.md$/, "$1index.md");
  if (/^(adr|screenshots)$/.test(page)) return `${page}/index.md`;
  return undefined;
}

function navigation(paths, apiPages) {
  const pages = paths.map((path) => ({ path: sitePathOf(path), title: titleOf(readPage(path)) }));
  const group = (text, chosen, options = {}) => ({
    text,
    ...options,
    items: chosen.map(({ path, title }) => ({ text: title, link: `/${path.replace(/(index)?\.md$/, "")}` })),
  });
  const within = (prefix) => pages.filter(({ path }) => path.startsWith(prefix));
  const isExtension = ({ path }) => /^how-to\/(add-|write-)/.test(path);
  const sidebar = [
    { text: "Start", link: "/" },
    group(
      "How-to guides",
      within("how-to/").filter((page) => !isExtension(page)),
    ),
    { text: "Operations", link: "/operations" },
    { text: "Runbook", link: "/runbook" },
    group("API reference", apiPages, { collapsed: true }),
    group("Reference", within("reference/"), { collapsed: true }),
    group(
      "Development",
      [
        ...pages.filter(({ path }) => Object.values(ROOT_PAGES).includes(path)),
        ...within("how-to/").filter(isExtension),
        ...pages.filter(({ path }) => path === "glossary.md"),
      ],
      { collapsed: true },
    ),
    group("Decisions", within("adr/"), { collapsed: true }),
  ];
  const nav = [
    { text: "API", link: "/reference/api/" },
    { text: "Operations", link: "/operations" },
    { text: "Architecture", link: "/architecture" },
  ];
  return { nav, sidebar };
}

const titleOf = (text) => /^# (.+)$/m.exec(text)?.[1].replaceAll("`", "") ?? "";

/** The folded part of a page, as VitePress writes it. */
const container = (_whole, title, content) => `::: details ${title.replaceAll(CODE_TAG, "`")}\n${content}\n:::`;

function write(folder, path, text) {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
