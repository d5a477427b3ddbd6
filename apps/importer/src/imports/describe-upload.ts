import { unlinked } from "@skucast/contracts/mails/unlinked";
import { type NoticeTexts, noticeTexts } from "@skucast/db/notices/insert-notices";
import { IMPORT_TEXTS } from "../texts/texts.js";

interface DescribedUpload {
  readonly id: string;
  readonly fileName: string | null;
  readonly outcome: { readonly status: string; readonly error: string | null };
}

/** The mail about an upload that failed, or that succeeded after others had failed, in every language. */
export function describeUpload({ id, fileName, outcome }: DescribedUpload): NoticeTexts {
  const shown = fileName === null ? null : unlinked(fileName);
  return noticeTexts(IMPORT_TEXTS, ({ uploads }) =>
    outcome.status === "failed" ? uploads.failed(shown, id, outcome.error) : uploads.recovered(shown, id),
  );
}
