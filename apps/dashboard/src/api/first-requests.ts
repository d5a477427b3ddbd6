import { API_BASE_PATH } from "@skucast/contracts/service";
import { parseTexts, readStored } from "../components/stored-value.js";
import { HOME_ROWS_MAX } from "../pages/home/rows-max.js";
import { COLUMNS_STORED, DEFAULT_COLUMNS, FIRST_PAGE_SIZE, requestedFields } from "../pages/products/column-fields.js";

/** Those of the tables at the top of Home. */
const HOME: readonly string[] = [
  `${API_BASE_PATH}/feeds?limit=${HOME_ROWS_MAX}`,
  `${API_BASE_PATH}/channels?limit=${HOME_ROWS_MAX}`,
];

/** URLs of the requests that the page at this location sends first, as far as they are known without its code. */
export function firstRequestsOf({ pathname, search }: Pick<URL, "pathname" | "search">): readonly string[] {
  const me = `${API_BASE_PATH}/me`;
  if (pathname === "/") return [me, ...HOME];
  if (pathname !== "/products" || search !== "") return [me];
  const columns = readStored(COLUMNS_STORED, parseTexts) ?? DEFAULT_COLUMNS;
  const query = new URLSearchParams({ limit: String(FIRST_PAGE_SIZE), fields: requestedFields(columns) });
  return [me, `${API_BASE_PATH}/products?${query}`];
}
