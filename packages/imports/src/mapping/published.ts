import type { DateOrder } from "@skucast/contracts/imports/mapping";
import { readDate, startOf } from "../values/date.js";
import { readPublished } from "../values/words.js";
import { type Draft, shopOf } from "./draft.js";
import { rejectAmbiguous, rejectText, type Setter } from "./setter.js";

/** Whether a product is published: yes or no, a state, or the time since when it is. Several columns may each hide it. */
export function publishedSetter(...[draft, text, { dates }]: Parameters<Setter>): void {
  const isPublished = readPublished(text) ?? isPublishedSince(draft, text, dates);
  if (isPublished !== undefined) shopOf(draft).isPublished = isPublished && shopOf(draft).isPublished !== false;
}

/** Undefined, with an error, for what is no time. */
function isPublishedSince(draft: Draft, text: string, dates: DateOrder | undefined): boolean | undefined {
  const date = readDate(text, dates);
  if (date.type === "ambiguous") {
    rejectAmbiguous(draft, text, "/status", "dates");
    return undefined;
  }
  const time = date.type === "date" ? Date.parse(startOf(date)) : secondsIn(text);
  if (time === undefined) {
    rejectText(draft, text, { pointer: "/status", code: "invalid_type", message: "must be yes or no" });
    return undefined;
  }
  if (time > draft.now) draft.isTimed = true;
  return time <= draft.now;
}

const SECONDS = /^\d{9,10}$/;
const MILLISECONDS = /^\d{12,13}$/;

/** A time that is written in seconds or milliseconds since 1970, in milliseconds. */
const secondsIn = (text: string): number | undefined => {
  if (SECONDS.test(text)) return Number(text) * 1_000;
  return MILLISECONDS.test(text) ? Number(text) : undefined;
};
