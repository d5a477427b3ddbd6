import { textOfKind } from "../../service-messages/message-text.js";
import { texts } from "../../texts/texts.js";

/** Why an import failed or is held, as the service writes it. */
const KINDS = {
  // The SKUs are taken with their bracket: a single one of digits would otherwise be written like a number.
  lacks:
    /^The file lacks (\d+) of (\d+) products \((such as )?(.+\)), which would be removed: more than (\d+) % \(max_removal_percent\)\. (?:It has rows without a SKU with the titles of (\d+) more, which would stay\. )?Nothing was changed\b.*$/s,
  changes:
    /^The file would change (\d+) of (\d+) products: more than (\d+) % \(max_change_percent\)\. Nothing was changed\.$/,
  empty: /^The file has no rows\. Nothing was changed\.$/,
  noProducts: /^The file contains no products, and .+$/s,
  noneValid: /^No row of the file is valid, and no product was changed\..*$/s,
  breaksOff: /^The file breaks off in the middle of the row in line (\d+)\. The valid rows before it were processed\.$/,
  unreadRow: /^The row in line (\d+) could not be read and may be about any product, so no product was removed\..*$/s,
  unreadRows: /^(\d+) rows, the first one in line (\d+), could not be read and may be about any product, .*$/s,
  gone: /^The file no longer exists\. Upload it again\.$/,
} as const;

/** Why an import failed or is held, in the language of the page; as the service wrote it, if it is of no known kind. */
export const importMessageText = (message: string): string =>
  textOfKind(KINDS, texts.imports.messages, message) ?? message;
