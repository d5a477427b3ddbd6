import { decodeEntities } from "../values/plain-text.js";
import type { Draft } from "./draft.js";
import { setMember } from "./set-member.js";
import type { Setter } from "./setter.js";

/** Notes the label of one place, in the form in which it is stored. */
export const labelSetter =
  (place: number): Setter =>
  (draft, text) =>
    noteLabel(draft, place, decodeEntities(text).normalize("NFC").trim());

/** Notes the label of one place; null removes it. The first one of several applies. */
export function noteLabel(draft: Draft, place: number, text: string | null): void {
  draft.labels ??= [];
  if (!draft.labels.some((label) => label.place === place)) draft.labels.push({ place, text });
}

/**
 * Writes the labels of a row to the body, as a new product has them. A list has no empty places: after an empty one, a label
 * becomes the custom attribute that the channels' columns of labels also take. The labels of a stored product are merged with
 * them by their places, unless another column has the whole list.
 */
export function settleLabels(draft: Draft): void {
  const { body, labels } = draft;
  if (labels === undefined) return;
  if (Array.isArray(body.custom_labels)) draft.labels = undefined;
  for (const { place, text } of [...labels].sort((one, other) => one.place - other.place)) {
    if (text === null) continue;
    const list: unknown[] = Array.isArray(body.custom_labels) ? body.custom_labels : [];
    if (list.length === place) body.custom_labels = [...list, text];
    else setMember(draft, ["custom_attributes", `custom_label_${place}`], text);
  }
}
