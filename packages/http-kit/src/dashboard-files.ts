import { existsSync, readdirSync } from "node:fs";
import { extname } from "node:path";
import { Problem } from "@skucast/contracts/problem";
import express, { type Request, type Response, type Router } from "express";

/**
 * Scripts, styles and requests of this origin alone, nothing inline, no markup from text (Trusted Types), never framed.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

const DOCUMENT = "index.html";
/** Files below this folder have a hash of their content in their name. */
const HASHED = "assets/";
const YEAR_SECONDS = 31_536_000;
/** Encodings that the build has made beside a file, the better one first. */
const ENCODINGS = { br: ".br", gzip: ".gz" } as const;

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
};

export interface DashboardFiles {
  /** The folder that the build has filled. */
  readonly folder: string;
  /** First segments of the dashboard's own paths; all else is passed on. */
  readonly places: readonly string[];
}

/**
 * Serves a built single-page app at the origin: its files by their exact names, its document at `/` and below its own
 * places. It never stands before anything else: what it does not know it passes on.
 */
export function dashboardRouter({ folder, places }: DashboardFiles): Router {
  const files = existsSync(folder) ? namesUnder(folder) : new Set<string>();
  const router = express.Router({ caseSensitive: true });
  router.use((req, res, next) => {
    const name = nameOf(req.path, places);
    if (name === null || (name !== DOCUMENT && !files.has(name))) return next();
    if (!files.has(name)) throw new Problem("unavailable", "The dashboard has not been built.");
    res.locals.routeTemplate = name === DOCUMENT ? "/" : `/${HASHED}{file}`;
    if (req.method !== "GET" && req.method !== "HEAD") {
      throw new Problem("method_not_allowed", "This is a page: GET and HEAD are.", { headers: { Allow: "GET, HEAD" } });
    }
    sendBuilt(req, res, { folder, files, name }, next);
  });
  return router;
}

export interface LostPages {
  readonly folder: string;
  /** First segments of paths that are for programs: passed on. */
  readonly machinePlaces: readonly string[];
}

/** Shows the document to a browser that goes where nothing is: it says so, with a way back. Scripts are passed on. */
export function lostRouter({ folder, machinePlaces }: LostPages): Router {
  const files = existsSync(folder) ? namesUnder(folder) : new Set<string>();
  const router = express.Router({ caseSensitive: true });
  router.get("/*path", (req, res, next) => {
    const [, first = ""] = req.path.split("/");
    const isPage = req.headers.accept?.includes("text/html") && !machinePlaces.includes(first);
    if (!isPage || !files.has(DOCUMENT)) return next();
    res.status(404);
    sendBuilt(req, res, { folder, files, name: DOCUMENT }, next);
  });
  return router;
}

/** The file that a path asks for; null when the path is none of the dashboard's. */
function nameOf(path: string, places: readonly string[]): string | null {
  const [, first = "", ...rest] = path.split("/");
  if (first === "" && rest.length === 0) return DOCUMENT;
  if (places.includes(first)) return DOCUMENT;
  return path.slice(1);
}

interface Built {
  readonly folder: string;
  readonly files: ReadonlySet<string>;
  readonly name: string;
}

function sendBuilt(req: Request, res: Response, { folder, files, name }: Built, next: (error?: unknown) => void): void {
  const encoding = (["br", "gzip"] as const).find(
    (each) => files.has(name + ENCODINGS[each]) && req.acceptsEncodings(each) === each,
  );
  res.setHeader("Content-Type", TYPES[extname(name)] ?? "application/octet-stream");
  res.setHeader("Cache-Control", name.startsWith(HASHED) ? `public, max-age=${YEAR_SECONDS}, immutable` : "no-cache");
  res.setHeader("Vary", "Accept-Encoding");
  if (encoding !== undefined) res.setHeader("Content-Encoding", encoding);
  if (name === DOCUMENT) setDocumentHeaders(res);
  res.setHeader("Cross-Origin-Resource-Policy", "same-origin");
  const file = encoding === undefined ? name : name + ENCODINGS[encoding];
  res.sendFile(file, { root: folder, cacheControl: false, acceptRanges: false }, (error) => {
    if (error) next(error);
  });
}

function setDocumentHeaders(res: Response): void {
  res.setHeader("Content-Security-Policy", CONTENT_SECURITY_POLICY);
  res.setHeader("X-Frame-Options", "DENY");
  res.setHeader("Referrer-Policy", "same-origin");
  res.setHeader("Cross-Origin-Opener-Policy", "same-origin");
}

/** Every file below a folder by its path from there, read once: what is not in it is not served, whatever is asked. */
function namesUnder(folder: string): ReadonlySet<string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Set(
    entries
      .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
      .map((entry) => `${entry.parentPath}/${entry.name}`.slice(folder.length + 1).replaceAll("\\", "/")),
  );
}
