/** What shops and channels write for a value of ours. Only files are read so kindly; the API takes its own words alone. */
const ALIASES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  availability: {
    instock: "in_stock",
    available: "in_stock",
    limitedavailability: "in_stock",
    outofstock: "out_of_stock",
    soldout: "out_of_stock",
    unavailable: "out_of_stock",
    preorder: "preorder",
    presale: "preorder",
    backorder: "backorder",
    availablefororder: "backorder",
    discontinued: "discontinued",
  },
  status: {
    ...{ "1": "active", true: "active", yes: "active", enabled: "active", published: "active", publish: "active" },
    ...{ "0": "draft", false: "draft", no: "draft", disabled: "draft", unpublished: "draft", hidden: "draft" },
  },
  condition: { newcondition: "new", refurbishedcondition: "refurbished", usedcondition: "used" },
};

/** A word in our spelling: `In Stock`, `pre-order` and `https://schema.org/InStock` are known; others only lose their case. */
export function readWord(field: string, text: string): string {
  const bare = text.replace(/^https?:\/\/schema\.org\//i, "").toLowerCase();
  return ALIASES[field]?.[bare.replace(/[^a-z0-9]/g, "")] ?? bare.replace(/[\s-]+/g, "_");
}

const YES: ReadonlySet<string> = new Set(["true", "yes", "y", "1"]);
const NO: ReadonlySet<string> = new Set(["false", "no", "n", "0"]);

/** Yes or no in the usual spellings. */
export function readBoolean(text: string): boolean | undefined {
  const word = text.toLowerCase();
  if (YES.has(word)) return true;
  return NO.has(word) ? false : undefined;
}
