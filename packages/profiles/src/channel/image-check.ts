import type { Column } from "@skucast/contracts/channel-profiles/column";
import type { Cell } from "./cell.js";
import { issueOf, type RowIssue, warning } from "./issue.js";

/** Types that are not raster images: no channel shows them. */
const NOT_RASTER: ReadonlySet<string> = new Set(["svg", "pdf"]);
/** The extension in the path of a URL. Unknown ones are ignored. */
const EXTENSION = /^[^?#]*\.(avif|bmp|gif|heic|jpeg|jpg|pdf|png|svg|tif|tiff|webp)(?:[?#]|$)/i;

const extensionOf = (url: unknown): string | undefined => EXTENSION.exec(String(url))?.[1]?.toLowerCase();

/** Checks the types of a cell's images by the extensions in their URLs. */
export function imageCheck({
  name,
  image_types,
  required,
}: Column): ((value: Cell) => RowIssue | undefined) | undefined {
  if (image_types === undefined) return undefined;
  const types = new Set(image_types);
  const message = `must be one of ${image_types.join(", ")}`;
  return (value) => {
    const found = (Array.isArray(value) ? value : [value]).map(extensionOf);
    const extension = found.find((one) => one !== undefined && !types.has(one));
    if (extension === undefined) return undefined;
    const severity = required && NOT_RASTER.has(extension) ? "error" : "warning";
    return issueOf(severity, "unsupported_image", name, message);
  };
}

/** Leaves images that no channel shows out of an optional column, or out of its list; undefined if it has none to check. */
export function imageFilter(
  { name, image_types, required }: Column,
  place: number,
): ((cells: Cell[]) => RowIssue | undefined) | undefined {
  if (image_types === undefined || required) return undefined;
  const types = new Set(image_types);
  const isShown = (url: unknown): boolean => {
    const extension = extensionOf(url);
    return extension === undefined || types.has(extension) || !NOT_RASTER.has(extension);
  };
  const issue = warning("unsupported_image", name, `left out: must be one of ${image_types.join(", ")}`);
  return (cells) => {
    const cell = cells[place];
    if (cell === undefined || cell === "") return undefined;
    if (!Array.isArray(cell)) {
      if (isShown(cell)) return undefined;
      cells[place] = undefined;
      return issue;
    }
    if (cell.every(isShown)) return undefined;
    const kept = cell.filter(isShown);
    cells[place] = kept.length === 0 ? undefined : kept;
    return issue;
  };
}
