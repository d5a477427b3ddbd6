import { hash } from "node:crypto";
import { Problem } from "@skucast/contracts/problem";
import { uncodedTag } from "./content-coding.js";

/** Strong entity tag of a version, with its quotes: `"v7"`. */
export const etagOf = (version: number): string => `"v${version}"`;

/** The tag of what has no version, by its contents. */
export const etagOfContent = (body: string): string => `"${contentHash(body)}"`;

const HASH_LENGTH = 16;
const contentHash = (body: string): string => hash("sha256", body, "hex").slice(0, HASH_LENGTH);

/** The tag of a resource of which parts change without its version: it also tells its contents apart, `"v7-1f…"`. */
export const withContentHash = (etag: string, body: string): string => `${etag.slice(0, -1)}-${contentHash(body)}"`;

/** The version's part of a tag: what guards a write. */
const versionTagOf = (tag: string): string => uncodedTag(tag).replace(/^((?:W\/)?"v\d+)-[\da-f]+"$/, '$1"');

/**
 * Holds a write to the versions that the client knows (RFC 9110, section 13.1.1). `version` is the stored one, null when
 * the resource does not exist. Throws 412 precondition_failed when none of the tags, or for `*` nothing at all, is there.
 */
export function checkIfMatch(ifMatch: string | undefined, version: number | null): void {
  if (ifMatch === undefined) return;
  const isStored = version !== null;
  if (isStored && (ifMatch.trim() === "*" || tagsOf(ifMatch).map(versionTagOf).includes(etagOf(version)))) return;
  throw preconditionFailed("If-Match", version);
}

/** Holds a write back when the stored version is one that the client names; `*` means: create, never change. */
export function checkIfNoneMatch(ifNoneMatch: string | undefined, version: number | null): void {
  if (ifNoneMatch === undefined || version === null) return;
  const known =
    ifNoneMatch.trim() === "*" ||
    tagsOf(ifNoneMatch)
      .map(versionTagOf)
      .some(isTag(etagOf(version)));
  if (known) throw preconditionFailed("If-None-Match", version);
}

/** Whether an If-None-Match header names the tag, by weak comparison. */
export function matchesAny(header: string, etag: string): boolean {
  if (header.trim() === "*") return true;
  return tagsOf(header).some(isTag(etag));
}

/** By weak comparison, in whatever coding. */
const isTag = (etag: string) => (tag: string) => stateOf(tag) === stateOf(etag);
const stateOf = (tag: string): string => uncodedTag(tag.replace(/^W\//, ""));

/** Tags of a list. Ours hold no commas, so one inside a foreign tag can only fail to match. */
function tagsOf(header: string): string[] {
  return header.split(",").map((tag) => tag.trim());
}

function preconditionFailed(header: string, version: number | null): Problem {
  const stored = version === null ? "the resource does not exist" : `the stored version is ${version}`;
  return new Problem("precondition_failed", `${header} does not hold: ${stored}.`, {
    ...(version === null ? {} : { headers: { ETag: etagOf(version) }, members: { version } }),
  });
}
