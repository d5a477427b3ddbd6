import type { Column } from "@skucast/contracts/channel-profiles/column";
import type { Cell } from "./cell.js";
import { issueOf, type RowIssue } from "./issue.js";

/** Types that are not raster images: no channel shows them. */
const NOT_RASTER: ReadonlySet<string> = new Set(["svg", "pdf"]);
/** The extension in the path of a URL. Unknown ones are ignored. */
const EXTENSION = /^[^?#]*\.(avif|bmp|gif|heic|jpeg|jpg|pdf|png|svg|tif|tiff|webp)(?:[?#]|$)/i;

/** Checks the type of an image by the extension in its URL. */
export function imageCheck({
  name,
  image_types,
  required,
}: Column): ((value: Cell) => RowIssue | undefined) | undefined {
  if (image_types === undefined) return undefined;
  const types = new Set(image_types);
  const message = `must be one of ${image_types.join(", ")}`;
  return (value) => {
    const extension = EXTENSION.exec(String(value))?.[1]?.toLowerCase();
    if (extension === undefined || types.has(extension)) return undefined;
    const severity = required && NOT_RASTER.has(extension) ? "error" : "warning";
    return issueOf(severity, "unsupported_image", name, message);
  };
}
