import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { Route } from "@skucast/contracts/define-route";
import { ROUTES } from "@skucast/contracts/routes";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin, type Rolldown } from "vite";

const COMPRESSED_BYTES_MIN = 1024;

/** Writes compressed copies of larger files. The service does not compress responses itself. */
const precompress: Plugin = {
  name: "precompress",
  writeBundle({ dir = "dist" }, bundle) {
    for (const fileName of Object.keys(bundle)) {
      const path = join(dir, fileName);
      const bytes = readFileSync(path);
      if (bytes.length < COMPRESSED_BYTES_MIN) continue;
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
  chunks.filter(({ facadeModuleId }) => facadeModuleId?.endsWith(START)).map(({ fileName }) => fileName);

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

/** Fails the build if the scripts of the first page exceed what loads quickly on a slow connection, in any language. */
const budget: Plugin = {
  name: "budget",
  writeBundle({ dir = "dist" }, bundle) {
    const chunks = chunksOf(bundle);
    const entries = chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName);
    const sizeOf = (name: string) => gzipSync(readFileSync(join(dir, name))).length;
    const initial = withImports(chunks, [...entries, ...startOf(chunks)]);
    const languages = chunks.filter(({ facadeModuleId }) => /src\/texts\/\w+\/\w+\.ts$/.test(facadeModuleId ?? ""));
    const largest = Math.max(0, ...languages.map(({ fileName }) => sizeOf(fileName)));
    const bytes = initial.reduce((sum, name) => sum + sizeOf(name), largest);
    if (bytes <= INITIAL_JS_BYTES_MAX) return;
    this.error(`The first page loads ${bytes} bytes of compressed scripts; the limit is ${INITIAL_JS_BYTES_MAX}.`);
  },
};

/** Puts the style sheet before the scripts, so that a slow connection shows the document's placeholder first. */
const styleFirst: Plugin = {
  name: "style-first",
  transformIndexHtml: {
    order: "post",
    handler(html) {
      const [sheet] = html.match(/\s*<link rel="stylesheet"[^>]*>/) ?? [];
      if (sheet === undefined) return html;
      return html.replace(sheet, "").replace("</title>", `</title>${sheet}`);
    },
  },
};

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
  plugins: [react(), routeIndex, preloadStart, styleFirst, precompress, budget],
  build: { target: "es2022", assetsInlineLimit: 0, chunkSizeWarningLimit: 700 },
  server: { proxy: { "^/(api|sign-|account|mcp|oauth|connect)": "http://localhost:8080" } },
});
