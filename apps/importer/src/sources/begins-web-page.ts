const PAGE = /^<(?:!doctype\s+html|html)\b/i;
const COMMENT = "<!--";

/** Whether a file with this beginning is a web page. Takes linear time for any text. */
export function beginsWebPage(beginning: string): boolean {
  // Comments are skipped one by one: an expression that repeats them tries every way to split them.
  let text = beginning.trimStart();
  while (text.startsWith(COMMENT)) {
    const end = text.indexOf("-->", COMMENT.length);
    if (end === -1) return false;
    text = text.slice(end + 3).trimStart();
  }
  return PAGE.test(text);
}
