import type { Column } from "@skucast/contracts/channel-profiles/column";
import type { Cell } from "./cell.js";
import { issueOf, type RowIssue } from "./issue.js";

/** No pictures in pixels: no channel shows them. */
const NO_PICTURES: ReadonlySet<string> = new Set(["svg", "pdf"]);
/** Of the path of an address: other endings say nothing. The kernel knows their lengths (kernel/doubts.ts). */
const ENDING = /^[^?#]*\.(avif|bmp|gif|heic|jpeg|jpg|pdf|png|svg|tif|tiff|webp)(?:[?#]|$)/i;

/** What is wrong with the kind of an image, as far as its address says it. */
export function imageCheck({
  name,
  image_types,
  required,
}: Column): ((value: Cell) => RowIssue | undefined) | undefined {
  if (image_types === undefined) return undefined;
  const types = new Set(image_types);
  const message = `must be one of ${image_types.join(", ")}`;
  return (value) => {
    const ending = ENDING.exec(String(value))?.[1]?.toLowerCase();
    if (ending === undefined || types.has(ending)) return undefined;
    const severity = required && NO_PICTURES.has(ending) ? "error" : "warning";
    return issueOf(severity, "unsupported_image", name, message);
  };
}
