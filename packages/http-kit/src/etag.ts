import { hash } from "node:crypto";
import { Problem } from "@skucast/contracts/problem";
import { uncodedTag } from "./content-coding.js";

/** The strong entity tag of a version, with quotes: `"v7"`. */
export const etagOf = (version: number): string => `"v${version}"`;

/** The entity tag of content without a version. */
export const etagOfContent = (body: string): string => `"${contentHash(body)}"`;

const HASH_LENGTH = 16;
const contentHash = (body: string): string => hash("sha256", body, "hex").slice(0, HASH_LENGTH);

/**
 * The entity tag of a resource whose parts change without its version. It includes a hash of the content: `"v7-1f…"`.
 */
export const withContentHash = (etag: string, body: string): string => `${etag.slice(0, -1)}-${contentHash(body)}"`;

/** The version part of a tag, which guards writes. */
const versionTagOf = (tag: string): string => uncodedTag(tag).replace(/^((?:W\/)?"v\d+)-[\da-f]+"$/, '$1"');

/**
 * Checks If-Match on a write (RFC 9110, section 13.1.1). `version` is the stored one, or null if the resource does not
 * exist. Throws 412 precondition_failed if no tag matches, or, for `*`, if the resource does not exist.
 */
export function checkIfMatch(ifMatch: string | undefined, version: number | null): void {
  if (ifMatch === undefined) return;
  const isStored = version !== null;
  if (isStored && (ifMatch.trim() === "*" || tagsOf(ifMatch).map(versionTagOf).includes(etagOf(version)))) return;
  throw preconditionFailed("If-Match", version);
}

/** Checks If-None-Match on a write: throws 412 if the stored version matches. `*` allows only creation. */
export function checkIfNoneMatch(ifNoneMatch: string | undefined, version: number | null): void {
  if (ifNoneMatch === undefined || version === null) return;
  const known =
    ifNoneMatch.trim() === "*" ||
    tagsOf(ifNoneMatch)
      .map(versionTagOf)
      .some(isTag(etagOf(version)));
  if (known) throw preconditionFailed("If-None-Match", version);
}

/** Whether an If-None-Match header matches the tag, by weak comparison. */
export function matchesAny(header: string, etag: string): boolean {
  if (header.trim() === "*") return true;
  return tagsOf(header).some(isTag(etag));
}

/** Weak comparison that ignores the coding. */
const isTag = (etag: string) => (tag: string) => stateOf(tag) === stateOf(etag);
const stateOf = (tag: string): string => uncodedTag(tag.replace(/^W\//, ""));

/** The tags of a list. Our tags contain no commas, so splitting a foreign tag with one can only cause a mismatch. */
function tagsOf(header: string): string[] {
  return header.split(",").map((tag) => tag.trim());
}

function preconditionFailed(header: string, version: number | null): Problem {
  const stored = version === null ? "the resource does not exist" : `the stored version is ${version}`;
  return new Problem("precondition_failed", `${header} does not match: ${stored}.`, {
    ...(version === null ? {} : { headers: { ETag: etagOf(version) }, members: { version } }),
  });
}
