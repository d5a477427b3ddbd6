import type { StoredProduct } from "@skucast/profiles/channel/cell";

/**
 * The products of some lines of JSON, each line ended by LF. They are parsed together, which costs less than one by one;
 * a line that is not a product is undefined and does not harm the others.
 */
export function parseProducts(lines: Buffer): readonly (StoredProduct | undefined)[] {
  const text = lines.toString("utf8", 0, lines.length - 1);
  try {
    return JSON.parse(`[${text.replaceAll("\n", ",")}]`);
  } catch {
    return text.split("\n").map(parseProduct);
  }
}

function parseProduct(line: string): StoredProduct | undefined {
  try {
    const product: unknown = JSON.parse(line);
    return typeof product === "object" && product !== null ? (product as StoredProduct) : undefined;
  } catch {
    return undefined;
  }
}
