import { hasSeveralUrls, urlsOf } from "../values/parts.js";
import type { Draft } from "./draft.js";
import { rejectText, type Setter } from "./setter.js";

/** Adds images behind those that other columns have given; the first of all is the product's own. */
export function addImages({ body }: Draft, urls: readonly string[]): void {
  const { image_url: own, additional_image_urls: others } = body;
  const before = typeof own === "string" ? [own] : [];
  const after = Array.isArray(others) ? others : [];
  const [first, ...more] = new Set(before.length > 0 ? [...before, ...after, ...urls] : [...urls, ...after]);
  if (first !== undefined) body.image_url = first;
  if (more.length > 0) body.additional_image_urls = more;
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
