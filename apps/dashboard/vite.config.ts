import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { Route } from "@skucast/contracts/define-route";
import { ROUTES } from "@skucast/contracts/routes";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin, type Rolldown } from "vite";

const COMPRESSED_BYTES_MIN = 1024;

/** Writes compressed copies of larger files; fonts are compressed already. The service does not compress responses itself. */
const precompress: Plugin = {
  name: "precompress",
  writeBundle({ dir = "dist" }, bundle) {
    for (const fileName of Object.keys(bundle)) {
      const path = join(dir, fileName);
      const bytes = readFileSync(path);
      if (bytes.length < COMPRESSED_BYTES_MIN || fileName.endsWith(".woff2")) continue;
      writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
      writeFileSync(`${path}.br`, brotliCompressSync(bytes));
    }
  },
};

const INITIAL_JS_BYTES_MAX = 250_000;

/** Started by main.ts once the texts are there. */
const START = "src/start-dashboard.tsx";

/** The chunks that contain the given ones and what these import statically. */
function withImports(chunks: readonly Rolldown.OutputChunk[], starts: readonly string[]): readonly string[] {
  const names = new Set(starts);
  // Iterating over a set includes entries that are added on the way.
  for (const name of names) {
    for (const needed of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) names.add(needed);
  }
  return [...names];
}

const chunksOf = (bundle: Rolldown.OutputBundle): readonly Rolldown.OutputChunk[] =>
  Object.values(bundle).filter((each) => each.type === "chunk");

const startOf = (chunks: readonly Rolldown.OutputChunk[]): readonly string[] =>
  chunks.filter(({ moduleIds }) => moduleIds.some((id) => id.endsWith(START))).map(({ fileName }) => fileName);

/** Has the browser load the dashboard along with main.ts, which starts it when the texts of the language are there. */
const preloadStart: Plugin = {
  name: "preload-start",
  transformIndexHtml: {
    order: "post",
    handler(html, { bundle }) {
      if (bundle === undefined) return html;
      const chunks = chunksOf(bundle);
      const links = withImports(chunks, startOf(chunks))
        .filter((name) => !html.includes(name))
        .map((name) => `\n    <link rel="modulepreload" crossorigin href="/${name}">`);
      if (links.length === 0) throw new Error(`${START} has no chunk of its own to preload`);
      return html.replace("\n  </head>", `${links.join("")}\n  </head>`);
    },
  },
};

/** The pages by path, as routes.tsx imports them. Paths with parameters are left out. */
function pageModules(): readonly (readonly [path: string, module: string])[] {
  const routes = readFileSync(join(import.meta.dirname, "src/routes.tsx"), "utf8");
  const found = routes.matchAll(/path: "(\/[a-z-]*)",(?:(?!path:)[\s\S])*?import\("\.\/(pages\/[^"]+)\.js"\)/g);
  return [...found].map(([, path = "", module = ""]) => [path, module]);
}

/** The part of an asset's file name that is not the same for all, which the first view need not load. */
function nameOfAsset(fileName: string): string {
  const [, name] = /^assets\/([\w.-]+)\.js$/.exec(fileName) ?? [];
  if (name === undefined) throw new Error(`${fileName} is not named as preload-page.ts expects`);
  return name;
}

/** Lists the files of each page in the document, for preload-page.ts. */
const pageFiles: Plugin = {
  name: "page-files",
  transformIndexHtml: {
    order: "post",
    handler(html, { bundle }) {
      if (bundle === undefined) return html;
      const chunks = chunksOf(bundle);
      const entries = chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName);
      const initial = new Set(withImports(chunks, [...entries, ...startOf(chunks)]));
      const files = pageModules().map(([path, module]) => {
        const needed = withImports(chunks, pageChunkOf(chunks, module)).filter((name) => !initial.has(name));
        return [path, ...needed.map(nameOfAsset)].join(" ");
      });
      if (files.length === 0) throw new Error("src/routes.tsx has no pages");
      return html.replace("\n  </head>", `\n    <meta name="page-files" content="${files.join(",")}">\n  </head>`);
    },
  },
};

/** The pages that people open first, whose first rows a slow line must show soon. */
const FIRST_PAGES = ["pages/products/products-page", "pages/home/home-page"];
/**
 * What a page of them loads before its first rows: 4 s of a line with 50 kB/s, less two round trips of 400 ms, and less
 * the headers, the responses with the rows, and the time to run the code. English is about 10 kB less: it is the language
 * that the others replace.
 */
const FIRST_ROWS_BYTES_MAX = 146_000;
/** They are for the other pages, and what imports them has to be split or loaded later. */
const NOT_FIRST = ["src/texts/texts.ts", "/node_modules/zod/", "/node_modules/d3-"];

/** Fails the build if a slow line would wait too long for the first page, or for the first rows, in any language. */
const budget: Plugin = {
  name: "budget",
  writeBundle({ dir = "dist" }, bundle) {
    const chunks = chunksOf(bundle);
    const entries = chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName);
    const sizeOf = (name: string, compress: (bytes: Buffer) => Buffer) =>
      compress(readFileSync(join(dir, name))).length;
    const largestOf = (pattern: RegExp, compress: (bytes: Buffer) => Buffer) =>
      chunks
        .filter(({ facadeModuleId }) => pattern.test(facadeModuleId ?? ""))
        .reduce((largest, { fileName }) => Math.max(largest, sizeOf(fileName, compress)), 0);
    const initial = withImports(chunks, [...entries, ...startOf(chunks)]);
    const scripts = initial.reduce((sum, name) => sum + sizeOf(name, gzipSync), largestOf(LANGUAGE_FILES, gzipSync));
    if (scripts > INITIAL_JS_BYTES_MAX) {
      this.error(`The first page loads ${scripts} bytes of compressed scripts; the limit is ${INITIAL_JS_BYTES_MAX}.`);
    }
    const others = Object.keys(bundle).filter((name) => name.endsWith(".html"));
    for (const page of FIRST_PAGES) {
      const needed = withImports(chunks, [...initial, ...pageChunkOf(chunks, page)]);
      const files = [...needed, ...others];
      const bytes = files.reduce((sum, name) => sum + sizeOf(name, brotliCompressSync), 0);
      const inAnyLanguage = bytes + largestOf(FIRST_LANGUAGE_FILES, brotliCompressSync);
      if (inAnyLanguage > FIRST_ROWS_BYTES_MAX) {
        this.error(`${page} loads ${inAnyLanguage} bytes before its first rows; the limit is ${FIRST_ROWS_BYTES_MAX}.`);
      }
      const modules = chunks.filter(({ fileName }) => needed.includes(fileName)).flatMap(({ moduleIds }) => moduleIds);
      const early = modules.find((id) => NOT_FIRST.some((part) => id.includes(part)));
      if (early !== undefined) this.error(`${page} loads ${early}, which its first rows do not need.`);
    }
  },
};

const LANGUAGE_FILES = /src\/texts\/\w+\/(?!first-view)\w+\.ts$/;
const FIRST_LANGUAGE_FILES = /src\/texts\/\w+\/first-view\.ts$/;

function pageChunkOf(chunks: readonly Rolldown.OutputChunk[], module: string): readonly string[] {
  const page = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`src/${module}.tsx`));
  if (page === undefined) throw new Error(`${module} has no chunk of its own`);
  return [page.fileName];
}

/**
 * Writes the style sheet into the document. It arrives while the line would wait for the scripts, and the document's
 * placeholder is shown a round trip earlier. The Content-Security-Policy names its hash (packages/http-kit).
 */
const inlineStyle: Plugin = {
  name: "inline-style",
  transformIndexHtml: {
    order: "post",
    handler(html, { bundle }) {
      if (bundle === undefined) return html;
      const [link] = html.match(/\s*<link rel="stylesheet"[^>]*>/) ?? [];
      const sheets = Object.values(bundle).filter((each) => each.type === "asset" && each.fileName.endsWith(".css"));
      const [sheet] = sheets;
      if (link === undefined || sheet?.type !== "asset" || sheets.length > 1)
        throw new Error("there is no one style sheet");
      delete bundle[sheet.fileName];
      // After the links, so that the scripts are requested first.
      return html.replace(link, "").replace("\n  </head>", () => `\n    <style>${sheet.source}</style>\n  </head>`);
    },
  },
};

/** The packages that every page needs, in one file. */
const FIRST_VIEW_PACKAGES =
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(react-query|query-core|react-router|router-core|history|react-store|store))\//;

/** Modules by what loads them: those of main.ts, of every page, and of the first pages. */
const loadedBy = { entry: new Set<string>(), frame: new Set<string>(), firstPages: new Set<string>() };

/** Finds out which modules belong into which of the files that the first view loads. */
const firstViewModules: Plugin = {
  name: "first-view-modules",
  buildEnd() {
    const closureOf = (starts: readonly string[]) => {
      const ids = new Set(starts.map((name) => join(import.meta.dirname, name)));
      // Iterating over a set includes entries that are added on the way.
      for (const id of ids) for (const needed of this.getModuleInfo(id)?.importedIds ?? []) ids.add(needed);
      return ids;
    };
    loadedBy.entry = closureOf(["src/main.ts"]);
    loadedBy.frame = closureOf([START]).difference(loadedBy.entry);
    const pages = closureOf(FIRST_PAGES.map((page) => `src/${page}.tsx`));
    loadedBy.firstPages = pages.difference(loadedBy.frame).difference(loadedBy.entry);
  },
};

/** Each further file costs a slow line a round trip of one of its six connections. Tests are tried in this order. */
const FILES_OF_FIRST_VIEW = [
  { name: "vendor", test: FIRST_VIEW_PACKAGES },
  { name: "frame", test: (id: string) => loadedBy.frame.has(id) },
  // What the first pages share, with each other or with pages that are opened later.
  { name: "tables", test: (id: string) => loadedBy.firstPages.has(id), minShareCount: 2 },
];

const ROUTE_INDEX = "virtual:route-index";

/** Method, path and permissions of each route, without the schemas, which are loaded with the forms. */
const routeIndex: Plugin = {
  name: "route-index",
  resolveId: (id) => (id === ROUTE_INDEX ? `\0${ROUTE_INDEX}` : null),
  load(id) {
    if (id !== `\0${ROUTE_INDEX}`) return null;
    const entries = Object.values<Route>(ROUTES).map(({ id: name, method, path, scope, wholeWorkspaceOnly }) => [
      name,
      { method, path, scope, wholeWorkspaceOnly },
    ]);
    return `export const ROUTE_INDEX = ${JSON.stringify(Object.fromEntries(entries))};`;
  },
};

export default defineConfig({
  plugins: [react(), routeIndex, firstViewModules, preloadStart, pageFiles, inlineStyle, precompress, budget],
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    // Browsers that lack modulepreload load the same files a little later.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: { includeDependenciesRecursively: false, groups: FILES_OF_FIRST_VIEW },
        // The first view loads all names twice. 42 bits tell the versions of one file apart.
        entryFileNames: "assets/[name]-[hash:7].js",
        chunkFileNames: "assets/[name]-[hash:7].js",
      },
    },
  },
  server: { proxy: { "^/(api|sign-|account|mcp|oauth|connect)": "http://localhost:8080" } },
});
