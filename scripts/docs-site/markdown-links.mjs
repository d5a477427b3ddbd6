// The links between Markdown files: which exist, and how they read on the site.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { ROOT } from "../prepare.mjs";

/** The pages of the site outside docs/, by the path that they have there. */
export const ROOT_PAGES = {
  "ARCHITECTURE.md": "architecture.md",
  "CONTRIBUTING.md": "contributing.md",
  "STYLE.md": "style.md",
};

const LINK = /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)/g;
const FENCE = /^(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1\s*$/gm;
const CODE = /`+[^`\n]+`+/g;

/** Every Markdown file of the repository, by its path from the root. */
export const markdownFiles = () => trackedFiles().filter((path) => path.endsWith(".md"));

/** A sentence for each link of a Markdown file to a file or heading that does not exist. */
export function brokenLinks() {
  const files = trackedFiles();
  const folders = new Set(files.flatMap(foldersOf));
  const exists = new Set(files);
  const anchors = new Map();
  const anchorsOf = (path) => {
    if (!anchors.has(path)) anchors.set(path, headingAnchors(readPage(path)));
    return anchors.get(path);
  };
  return markdownFiles().flatMap((path) =>
    linksOf(readPage(path)).flatMap((url) => {
      if (isOutward(url)) return [];
      const [target, anchor] = resolveLink(path, url);
      if (!exists.has(target) && !folders.has(target)) return [`${path}: ${url} does not exist`];
      if (anchor === undefined || !target.endsWith(".md") || anchorsOf(target).has(anchor)) return [];
      return [`${path}: ${target} has no heading #${anchor}`];
    }),
  );
}

/**
 * The text of a page with its links as the site has them: to the page, if the site has it, else only the words, since
 * the site does not contain the sources.
 * @param {{ path: string, text: string, sitePathOf: (path: string) => string | undefined }} page
 */
export function siteText({ path, text, sitePathOf }) {
  const from = dirname(sitePathOf(path) ?? "");
  return outsideCode(text, (prose) =>
    prose.replaceAll(LINK, (whole, mark, words, url) => {
      if (isOutward(url) || url.startsWith("#")) return whole;
      const [target, anchor] = resolveLink(path, url);
      const found = sitePathOf(target);
      if (found === undefined) return words;
      const relative = posix.relative(from, found);
      return `${mark}[${words}](./${relative}${anchor === undefined ? "" : `#${anchor}`})`;
    }),
  );
}

export const readPage = (path) => readFileSync(join(ROOT, path), "utf8");

function trackedFiles() {
  return execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: ROOT,
    encoding: "utf8",
  })
    .split("\n")
    .filter(Boolean);
}

function foldersOf(path) {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_part, index) => parts.slice(0, index + 1).join("/"));
}

const isOutward = (url) => /^[a-z][a-z0-9+.-]*:/i.test(url);

/** @returns {[path: string, anchor: string | undefined]} */
function resolveLink(from, url) {
  const [file, anchor] = decodeURI(url).split("#");
  return [file === "" ? from : posix.join(dirname(from), file).replace(/\/$/, ""), anchor];
}

function linksOf(text) {
  const links = [];
  outsideCode(text, (prose) => {
    links.push(...[...prose.matchAll(LINK)].map(([, , , url]) => url));
    return prose;
  });
  return links;
}

/** The text with `change` applied to everything but fenced blocks. Code within a line may be the words of a link. */
function outsideCode(text, change) {
  let result = "";
  let end = 0;
  for (const { 0: block, index } of text.matchAll(FENCE)) {
    result += change(text.slice(end, index)) + block;
    end = index + block.length;
  }
  return result + change(text.slice(end));
}

/** The anchors of a page's headings, as the forges that show Markdown make them. */
function headingAnchors(text) {
  const anchors = new Set();
  outsideCode(text, (prose) => {
    for (const [, heading] of prose.matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm)) {
      const words = heading.replaceAll(CODE, (code) => code.replaceAll("`", "")).replaceAll(LINK, "$2");
      const slug = words
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\p{Pc} -]/gu, "")
        .replaceAll(" ", "-");
      let anchor = slug;
      for (let count = 1; anchors.has(anchor); count++) anchor = `${slug}-${count}`;
      anchors.add(anchor);
    }
    return prose;
  });
  return anchors;
}
