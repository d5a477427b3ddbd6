import { type NoticeTexts, noticeTexts } from "@skucast/db/notices/insert-notices";
import type { ImportTexts } from "../texts/texts.js";
import { IMPORT_TEXTS } from "../texts/texts.js";

export interface DescribedSource {
  /** As users entered it. */
  readonly name: string;
  readonly sourceId: string;
  readonly importId: string;
  readonly error: string | null;
  /** When the source is fetched again without a user: early after a scheduled failure, at its next time, or never. */
  readonly retries: "early" | "on_schedule" | "never";
}

/** The mail about a source, in every language. */
export const describeSource = (event: keyof ImportTexts["sources"], described: DescribedSource): NoticeTexts =>
  noticeTexts(IMPORT_TEXTS, ({ sources }) => sources[event](described));
