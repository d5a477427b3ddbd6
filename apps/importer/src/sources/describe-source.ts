import { unlinked } from "@skucast/contracts/mails/unlinked";
import { type NoticeTexts, noticeTexts } from "@skucast/db/notices/insert-notices";
import type { DescribedSource } from "../texts/described-source.js";
import type { ImportTexts } from "../texts/english.js";
import { IMPORT_TEXTS } from "../texts/texts.js";

/** The mail about a source, in every language. */
export const describeSource = (event: keyof ImportTexts["sources"], described: DescribedSource): NoticeTexts =>
  noticeTexts(IMPORT_TEXTS, ({ sources }) => sources[event]({ ...described, name: unlinked(described.name) }));
