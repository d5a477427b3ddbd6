/** Variant rows as shops export them: columns of the product are filled only in the row of its first variant. */
export const SHOP_FILE = `name,slug,description,facets,optionGroups,optionValues,sku,price,stockOnHand
Laptop,laptop,"Snappier, with 16"" screens too",category:Electronics|brand:Apple,screen size|RAM,13 inch|8GB,L2201308,1299.00,100
,,,,,15 inch|8GB,L2201508,1399.00,100
,,,,,13 inch|16GB,L2201316,2199.00,0
Trainers,trainers,"Für drinnen
und draußen 👟",category:Sport|brand:Ünder & Ärmel,shoe size,"Size 40",T/40 %,99.99,12
,,,,,"Size 42",T/42 %,99.99,0
Cable,usb-cable,=SUM(A1),category:Electronics,,,USB-C ~1,69,3
`;

export interface ShopProduct {
  readonly sku: string;
  readonly title: string;
  readonly description: string;
  readonly url: string;
  readonly image_url: string;
  readonly brand: string;
  readonly price_amount: number;
  readonly price_currency: "USD";
  readonly availability: "in_stock" | "out_of_stock";
  readonly inventory_quantity: number;
  readonly item_group_id: string;
}

/** Maps the shop's columns to products; a variant row takes empty cells from the first row of its product. */
export function mapShopRows(rows: readonly Record<string, string>[]): ShopProduct[] {
  let own: Record<string, string> = {};
  return rows.map((row) => {
    if (row.name) own = row;
    const brand = /brand:([^|]+)/.exec(own.facets ?? "")?.[1] ?? "Unbranded";
    const stock = Number(row.stockOnHand);
    return {
      sku: row.sku ?? "",
      title: [own.name, row.optionValues?.replaceAll("|", ", ")].filter(Boolean).join(", "),
      description: own.description ?? "",
      url: `https://shop.example.com/p/${own.slug}`,
      image_url: `https://shop.example.com/i/${own.slug}.jpg`,
      brand,
      price_amount: Number(row.price),
      price_currency: "USD",
      availability: stock > 0 ? "in_stock" : "out_of_stock",
      inventory_quantity: stock,
      item_group_id: own.slug ?? "",
    };
  });
}
