import type { LiveFiles } from "../credentials/find-live-files.js";

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);

/**
 * A page with one line per file: a relative link, the time in UTC and the size, in the format of Apache's and nginx's
 * listings, which rclone, lftp and wget can parse.
 */
export function listingPage({ finishedAt, files }: NonNullable<LiveFiles["run"]>): string {
  const time = finishedAt.toISOString().slice(0, 16).replace("T", " ");
  const lines = files.map(
    ({ name, bytes }) =>
      `<a href="${escapeHtml(encodeURIComponent(name))}">${escapeHtml(name)}</a>  ${time}  ${bytes}\n`,
  );
  return `<!DOCTYPE html>\n<html><head><meta charset="utf-8"><title>Files</title></head>\n<body><h1>Files</h1><pre>\n${lines.join("")}</pre></body></html>\n`;
}
