import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { Route } from "@skucast/contracts/define-route";
import { ROUTES } from "@skucast/contracts/routes";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

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

/** Fails the build if the scripts of the first page exceed what loads quickly on a slow connection. */
const budget: Plugin = {
  name: "budget",
  writeBundle({ dir = "dist" }, bundle) {
    const chunks = Object.values(bundle).filter((each) => each.type === "chunk");
    const initial = new Set(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName));
    // Iterating over a set includes entries that are added on the way.
    for (const name of initial) {
      for (const needed of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) initial.add(needed);
    }
    const bytes = [...initial].reduce((sum, name) => sum + gzipSync(readFileSync(join(dir, name))).length, 0);
    if (bytes <= INITIAL_JS_BYTES_MAX) return;
    this.error(`The first page loads ${bytes} bytes of compressed scripts; the limit is ${INITIAL_JS_BYTES_MAX}.`);
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
  plugins: [react(), routeIndex, precompress, budget],
  build: { target: "es2022", assetsInlineLimit: 0, chunkSizeWarningLimit: 700 },
  server: { proxy: { "^/(api|sign-|account|mcp|oauth|connect)": "http://localhost:8080" } },
});
