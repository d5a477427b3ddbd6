import type { ImportMapping } from "@skucast/contracts/imports/mapping";
import { hasSeveralUrls, urlsOf } from "../values/parts.js";
import type { Draft } from "./draft.js";
import { namesAllImages } from "./image-names.js";
import { rejectText, type Setter } from "./setter.js";
import type { ColumnRule } from "./text-reader.js";

/** Adds images behind those that other columns have given; the first of all is the product's own. */
export function addImages({ body }: Draft, urls: readonly string[]): void {
  const { image_url: own, additional_image_urls: others } = body;
  const before = typeof own === "string" ? [own] : [];
  const after = Array.isArray(others) ? others : [];
  const [first, ...more] = new Set(before.length > 0 ? [...before, ...after, ...urls] : [...urls, ...after]);
  if (first !== undefined) body.image_url = first;
  if (more.length > 0) body.additional_image_urls = more;
}

/** The targets of a product's first image, and of all of its images. */
const FIRST: ReadonlySet<string> = new Set(["image", "image_url"]);

/** How the column of a rule takes part in the list of a product's images. */
export interface ImageRole {
  /** Whether a value of the column is the whole list, or a list in it is. */
  readonly isWhole: boolean;
  readonly isWholeIfList: boolean;
  /** Whether its empty cell says that there is no image in its place. */
  readonly isPlace: boolean;
}

/** The role of a column among those of images; undefined for others, and for one that adds to the stored images. */
export function imageRole(
  target: string,
  rule: ColumnRule,
  { mapping, allImages = [] }: { readonly mapping: ImportMapping; readonly allImages?: readonly string[] | undefined },
): ImageRole | undefined {
  const [bare = ""] = target.split("#");
  const isFirst = FIRST.has(bare);
  if ((!isFirst && target !== "additional_image_urls") || rule.members === "merge") return undefined;
  const targets = Object.keys(mapping).filter((one) => FIRST.has(one.split("#")[0] ?? ""));
  const isAlone = targets.length === 1 && !("additional_image_urls" in mapping) && rule.as !== "first";
  const isNamed = rule.members === "replace" || allImages.includes(rule.column) || namesAllImages(rule.column);
  return {
    isWhole: isFirst && isAlone && isNamed,
    isWholeIfList: isFirst && isAlone,
    isPlace: target === "additional_image_urls" ? targets.length > 0 : targets.length > 1,
  };
}

/** Notes that a row has all images of the product. */
export function noteAllImages(draft: Draft): void {
  draft.hasAllImages = true;
}

/** Notes a list of images, which is the whole one, also if it is empty. */
export function noteList(draft: Draft, images: readonly unknown[], clearsEmpty: boolean): void {
  if (images.length === 0 && !clearsEmpty) return;
  draft.hasAllImages = true;
  if (images.length === 0) draft.body.image_url = null;
}

/** A row with all images of a product removes the stored ones that it does not have. */
export function settleAllImages({ body, faults, replaces, hasAllImages }: Draft): void {
  const isUnread = faults.some(({ pointer }) => pointer.startsWith("/additional_image_urls"));
  if (hasAllImages && !isUnread && body.image_url !== undefined) replaces.push("additional_image_urls");
}

/** One image, or several in one cell, of which the first is the product's own. */
export const imageSetter =
  (setOne: Setter): Setter =>
  (draft, text, format) => {
    if (hasSeveralUrls(text)) addImages(draft, urlsOf(text));
    else setOne(draft, text, format);
  };

/** Further images. Those that the column of the first one has come before them. */
export const moreImagesSetter =
  (setList: Setter): Setter =>
  (draft, text, format) => {
    const { additional_image_urls: before } = draft.body;
    setList(draft, text, format);
    const { additional_image_urls: given } = draft.body;
    if (Array.isArray(before) && Array.isArray(given) && before !== given)
      draft.body.additional_image_urls = [...new Set([...before, ...given])];
  };

/** A field for one link: with several, it is not known which one counts. */
export const linkSetter =
  (field: string, setOne: Setter): Setter =>
  (draft, text, format) => {
    if (hasSeveralUrls(text))
      rejectText(draft, text, { pointer: `/${field}`, message: "must be one link, and the cell has several" });
    else setOne(draft, text, format);
  };
