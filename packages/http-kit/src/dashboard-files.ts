import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { Problem } from "@skucast/contracts/problem";
import express, { type Request, type Response, type Router } from "express";
import { preferredCoding } from "./content-coding.js";

/**
 * Allows only scripts, styles and requests of this origin, nothing inline but the document's own style sheet, no markup
 * from strings (Trusted Types), and no framing. Pictures of products are at the merchant's hosts, so pictures may come
 * from any https host.
 */
const policyFor = (document: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    ["style-src 'self'", ...styleHashes(document)].join(" "),
    "img-src 'self' data: https:",
    "connect-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");

const styleHashes = (document: string): string[] =>
  [...document.matchAll(/<style>([^<]*)<\/style>/g)].map(
    ([, style = ""]) => `'sha256-${createHash("sha256").update(style).digest("base64")}'`,
  );

const DOCUMENT = "index.html";
/** Files in this folder have a content hash in their name. */
const HASHED_FOLDER = "assets/";
const YEAR_SECONDS = 31_536_000;
/** Precompressed variants created by the build, best first. */
const ENCODINGS = { br: ".br", gzip: ".gz" } as const;

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
  ".txt": "text/plain; charset=utf-8",
};

export interface DashboardFiles {
  /** The folder with the build output. */
  readonly folder: string;
  /** First segments of the dashboard's paths. Other requests are passed on. */
  readonly places: readonly string[];
}

/**
 * Serves a built single-page app: its files by exact name, and its document at `/` and below its own paths. Passes all
 * other requests on.
 */
export function createDashboardFilesRouter({ folder, places }: DashboardFiles): Router {
  const files = filesIn(folder);
  const router = express.Router({ caseSensitive: true });
  router.use((req, res, next) => {
    const name = nameOf(req.path, places);
    if (name === null || (name !== DOCUMENT && !files.names.has(name))) return next();
    if (!files.names.has(name)) throw new Problem("unavailable", "The dashboard has not been built.");
    res.locals.routeTemplate = name === DOCUMENT ? "/" : `/${HASHED_FOLDER}{file}`;
    if (req.method !== "GET" && req.method !== "HEAD") {
      throw new Problem("method_not_allowed", "This page accepts only GET and HEAD.", {
        headers: { Allow: "GET, HEAD" },
      });
    }
    sendFileOrDocument(req, res, { ...files, name }, next);
  });
  return router;
}

export interface NotFoundPages {
  readonly folder: string;
  /** First segments of paths for programs, which are passed on. */
  readonly programPaths: readonly string[];
}

/** Shows the dashboard's not-found page to browsers that open an unknown path. Requests of scripts are passed on. */
export function notFoundRouter({ folder, programPaths }: NotFoundPages): Router {
  const files = filesIn(folder);
  const router = express.Router({ caseSensitive: true });
  router.get("/*path", (req, res, next) => {
    const [, first = ""] = req.path.split("/");
    const isPage = req.headers.accept?.includes("text/html") && !programPaths.includes(first);
    if (!isPage || !files.names.has(DOCUMENT)) return next();
    res.status(404);
    sendFileOrDocument(req, res, { ...files, name: DOCUMENT }, next);
  });
  return router;
}

/** The file of a path; null if it is not a path of the dashboard. */
function nameOf(path: string, places: readonly string[]): string | null {
  const [, first = "", ...rest] = path.split("/");
  if (first === "" && rest.length === 0) return DOCUMENT;
  if (places.includes(first)) return DOCUMENT;
  return path.slice(1);
}

interface BuiltFiles {
  readonly folder: string;
  /** Relative paths. Only these are served. */
  readonly names: ReadonlySet<string>;
  /** The Content-Security-Policy of the document. */
  readonly policy: string;
}

/** What is in a folder, read once. */
function filesIn(folder: string): BuiltFiles {
  const names = existsSync(folder) ? namesUnder(folder) : new Set<string>();
  const document = names.has(DOCUMENT) ? readFileSync(join(folder, DOCUMENT), "utf8") : "";
  return { folder, names, policy: policyFor(document) };
}

function sendFileOrDocument(
  req: Request,
  res: Response,
  { folder, names, policy, name }: BuiltFiles & { readonly name: string },
  next: (error?: unknown) => void,
): void {
  const built = (["br", "gzip"] as const).filter((each) => names.has(name + ENCODINGS[each]));
  const encoding = preferredCoding(req.headers["accept-encoding"], built);
  res.setHeader("Content-Type", TYPES[extname(name)] ?? "application/octet-stream");
  res.setHeader(
    "Cache-Control",
    name.startsWith(HASHED_FOLDER) ? `public, max-age=${YEAR_SECONDS}, immutable` : "no-cache",
  );
  res.setHeader("Vary", "Accept-Encoding");
  if (encoding !== null) res.setHeader("Content-Encoding", encoding);
  if (name === DOCUMENT) setDocumentHeaders(res, policy);
  res.setHeader("Cross-Origin-Resource-Policy", "same-origin");
  const file = encoding === null ? name : name + ENCODINGS[encoding];
  res.sendFile(file, { root: folder, cacheControl: false, acceptRanges: false }, (error) => {
    if (error) next(error);
  });
}

function setDocumentHeaders(res: Response, policy: string): void {
  res.setHeader("Content-Security-Policy", policy);
  res.setHeader("X-Frame-Options", "DENY");
  res.setHeader("Referrer-Policy", "same-origin");
  res.setHeader("Cross-Origin-Opener-Policy", "same-origin");
}

/** The relative paths of all files in a folder. */
function namesUnder(folder: string): ReadonlySet<string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Set(
    entries
      .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
      .map((entry) => `${entry.parentPath}/${entry.name}`.slice(folder.length + 1).replaceAll("\\", "/")),
  );
}
