import type { GivenMapping } from "@skucast/contracts/imports/mapping";
import { NAME_OF } from "../named-texts.js";
import type { ColumnNames } from "../presets/preset.js";

interface Given {
  readonly columns: readonly string[];
  readonly byName: ColumnNames;
  readonly mapping: GivenMapping;
  readonly used: ReadonlySet<string>;
  readonly add: (target: string, column: string) => void;
}

/** Elements of XML whose link or name is in an attribute: `<main url="…"/>`, `<param name="Color">`. */
export function addElements(given: Given): void {
  addOffers(given);
  addLinkedImages(given);
  addNamedAttributes(given);
}

const IMAGES = "(?:imgs?|images?|pictures?|photos?|gallery|bilder|fotos?|zdjecia)";
const LINKED_IMAGE = new RegExp(`^(?:.*/)?(?:${IMAGES}/[^/@]+|${IMAGES})@(?:url|href|src)$`, "i");
const MAIN_IMAGE = /(?:^|\/)(?:main|default|cover|first|primary)@\w+$/i;

function addLinkedImages({ columns, mapping, used, add }: Given): void {
  const found = columns.filter((column) => LINKED_IMAGE.test(column) && !used.has(column));
  const sorted = found.toSorted((one, other) => Number(MAIN_IMAGE.test(other)) - Number(MAIN_IMAGE.test(one)));
  for (const column of sorted) {
    const target = ["image", "image_url"].some((name) => name in mapping) ? "additional_image_urls" : "image";
    if (!(target in mapping)) add(target, column);
  }
}

const ATTRIBUTES =
  /(?:^|\/)(?:a|attrs?|attributes?|params?|parameters?|propert(?:y|ies)|features?|specs?|characteristics?|merkmale?)(?:\/[^/]+)?$/i;

function addNamedAttributes({ columns, mapping, used, add }: Given): void {
  if ("attributes" in mapping || "custom_attributes" in mapping) return;
  const all = new Set(columns);
  const column = columns.find(
    (one) => ATTRIBUTES.test(one) && !used.has(one) && all.has(`${one}${NAME_OF}`) && !one.includes("@"),
  );
  if (column !== undefined) add("attributes", column);
}

/** What only the offers of Yandex' YML have together, and the fields whose names there mean something else elsewhere. */
const OFFERS = ["currencyid", "categoryid"];
const OF_OFFERS = [
  ["inventory_quantity", "count"],
  ["compare_at_price", "oldprice"],
  ["mpn", "vendorcode"],
  ["title", "model"],
] as const;

function addOffers({ byName, mapping, used, add }: Given): void {
  if (!OFFERS.every((name) => byName.has(name))) return;
  for (const [target, name] of OF_OFFERS) {
    const column = byName.get(name);
    if (column === undefined || used.has(column) || target in mapping) continue;
    if (target === "compare_at_price" && ["sale_price", "sale_price_amount"].some((sale) => sale in mapping)) continue;
    add(target, column);
  }
}
