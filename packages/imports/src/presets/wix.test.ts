import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-wix-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);
const mapping = JSON.stringify({ price_currency: { value: "EUR" }, shipping_weight: { column: "weight", unit: "kg" } });

/** A row with cells by their columns; the others are empty. */
const rowsOf = (header: string, rows: readonly Readonly<Record<string, string>>[]): string => {
  const columns = header.split(",");
  const lines = rows.map((row) => columns.map((column) => `"${(row[column] ?? "").replaceAll('"', '""')}"`).join(","));
  return [header, ...lines].join("\n");
};

const OPTION = (n: number) => `productOptionName${n},productOptionType${n},productOptionDescription${n}`;
const CLASSIC = `handleId,fieldType,name,description,productImageUrl,collection,sku,ribbon,price,surcharge,visible,discountMode,discountValue,inventory,weight,cost,${[1, 2, 3, 4, 5, 6].map(OPTION).join(",")},additionalInfoTitle1,additionalInfoDescription1,customTextField1,customTextCharLimit1,customTextMandatory1,brand`;

describe("the export of a classic store", () => {
  const TEE = {
    handleId: "product_1",
    fieldType: "Product",
    name: "Tee",
    description: "<p>Soft</p>",
    productImageUrl: "a1_b2~mv2.jpg;a1_c3~mv2.jpg",
    collection: "Shirts;Summer",
    sku: "TEE",
    price: "19.9",
    visible: "true",
    discountMode: "PERCENT",
    discountValue: "10",
    inventory: "InStock",
    weight: "0.2",
    productOptionName1: "Color",
    productOptionType1: "COLOR",
    productOptionDescription1: "#ff0000:Red;#0000ff:Blue",
    productOptionName2: "Size",
    productOptionType2: "DROP_DOWN",
    productOptionDescription2: "S;M",
    brand: "Acme",
  };
  const variant = (sku: string, cells: Readonly<Record<string, string>>) => ({
    handleId: "product_1",
    fieldType: "Variant",
    sku,
    ...cells,
  });
  const RED = { productOptionDescription1: "#ff0000:Red", productOptionDescription2: "S" };
  const BLUE = { productOptionDescription1: "#0000ff:Blue", productOptionDescription2: "M" };
  const MUG = { handleId: "product_2", fieldType: "Product", name: "Mug", sku: "MUG", price: "8", visible: "false" };

  test("variants take the values of their product, its surcharge and its discount; the product is not sold itself", async () => {
    const file = rowsOf(CLASSIC, [
      TEE,
      variant("TEE-R", { ...RED, surcharge: "2.5", inventory: "4" }),
      variant("TEE-B", { ...BLUE, surcharge: "0", inventory: "OutOfStock" }),
      { ...MUG, inventory: "3" },
    ]);
    const { plan, products, faults, questions } = await read(file, { mapping });
    expect([plan.preset, faults, questions]).toEqual(["wix", [], []]);
    const shared = {
      title: "Tee",
      item_group_id: "product_1",
      item_group_title: "Tee",
      description: "Soft",
      brand: "Acme",
      status: "active",
      product_category: "Shirts",
      image_url: "https://static.wixstatic.com/media/a1_b2~mv2.jpg",
      additional_image_urls: ["https://static.wixstatic.com/media/a1_c3~mv2.jpg"],
    };
    expect(products).toMatchObject([
      {
        ...shared,
        sku: "TEE-R",
        price_amount: 22.4,
        sale_price_amount: 20.16,
        inventory_quantity: 4,
        color: "Red",
        size: "S",
        variant_options: { Color: "Red", Size: "S" },
      },
      {
        ...shared,
        sku: "TEE-B",
        price_amount: 19.9,
        sale_price_amount: 17.91,
        availability: "out_of_stock",
        color: "Blue",
      },
      { sku: "MUG", price_amount: 8, sale_price_amount: null, inventory_quantity: 3, status: "draft" },
    ]);
  });

  test("a product without variants keeps no list of options, and is in stock without a count", async () => {
    const { products, faults } = await read(rowsOf(CLASSIC, [TEE]), { mapping });
    expect(faults).toEqual([]);
    expect(products).toMatchObject([{ sku: "TEE", availability: "in_stock", inventory_quantity: null }]);
    expect(products[0]?.variant_options).toBeNull();
    expect(products[0]?.color ?? null).toBeNull();
  });

  test("a discount by an amount, and one that leaves nothing", async () => {
    const amount = { discountMode: "AMOUNT", discountValue: "1.5", inventory: "InStock" };
    const { products } = await read(
      rowsOf(CLASSIC, [
        { ...MUG, ...amount },
        { ...MUG, sku: "M2", ...amount, price: "1" },
      ]),
      {
        mapping,
      },
    );
    expect(products).toMatchObject([{ sale_price_amount: 6.5 }, { price_amount: 1, sale_price_amount: null }]);
  });

  test("a hidden product hides its variants, whatever their own cells say", async () => {
    const file = rowsOf(CLASSIC, [
      { ...TEE, visible: "false" },
      variant("TEE-R", { ...RED, visible: "true" }),
      variant("TEE-B", BLUE),
    ]);
    expect((await read(file, { mapping })).products.map(({ status }) => status)).toEqual(["draft", "draft"]);
  });

  test("a variant without a SKU is an error of its row", async () => {
    const { products, faults } = await read(rowsOf(CLASSIC, [TEE, variant("", RED), variant("TEE-B", BLUE)]), {
      mapping,
    });
    expect(products.map(({ sku }) => sku)).toEqual(["TEE-B"]);
    expect(faults).toMatchObject([{ pointer: "/sku" }]);
  });
});

test("the export of a new store: images in rows of their own, a price for each variant, the price before a sale", async () => {
  const choices = [1, 2].map((n) => `productOptionName${n},productOptionType${n},productOptionChoices${n}`).join(",");
  const header = `handle,fieldType,name,visible,plainDescription,media,mediaAltText,ribbon,brand,price,strikethroughPrice,baseUnit,cost,inventory,preOrderEnabled,sku,barcode,weight,${choices}`;
  const cup = { handle: "cup", fieldType: "PRODUCT", name: "Cup", visible: "TRUE", plainDescription: "<p>Blue</p>" };
  const file = rowsOf(header, [
    {
      ...cup,
      brand: "Acme",
      productOptionName1: "Size",
      productOptionType1: "TEXT_CHOICES",
      productOptionChoices1: "S;L",
    },
    { handle: "cup", fieldType: "MEDIA", media: "https://w.example/1.jpg" },
    { handle: "cup", fieldType: "MEDIA", media: "https://w.example/2.jpg" },
    {
      handle: "cup",
      fieldType: "VARIANT",
      price: "9",
      strikethroughPrice: "12",
      inventory: "5",
      sku: "CUP-S",
      barcode: "4006381333931",
      weight: "0.3",
      productOptionName1: "Size",
      productOptionChoices1: "S",
    },
    {
      handle: "cup",
      fieldType: "VARIANT",
      price: "11",
      inventory: "IN_STOCK",
      sku: "CUP-L",
      productOptionChoices1: "L",
    },
    {
      handle: "pot",
      fieldType: "PRODUCT",
      name: "Pot",
      visible: "FALSE",
      price: "30",
      inventory: "OUT_OF_STOCK",
      sku: "POT",
    },
  ]);
  const { plan, products, faults, questions } = await read(file, { mapping });
  expect([plan.preset, faults, questions]).toEqual(["wix", [], []]);
  expect(products).toMatchObject([
    {
      sku: "CUP-S",
      title: "Cup",
      description: "Blue",
      brand: "Acme",
      item_group_id: "cup",
      price_amount: 12,
      sale_price_amount: 9,
      inventory_quantity: 5,
      gtin: "4006381333931",
      variant_options: { Size: "S" },
      image_url: "https://w.example/1.jpg",
      additional_image_urls: ["https://w.example/2.jpg"],
      status: "active",
    },
    {
      sku: "CUP-L",
      price_amount: 11,
      sale_price_amount: null,
      availability: "in_stock",
      variant_options: { Size: "L" },
    },
    { sku: "POT", price_amount: 30, availability: "out_of_stock", status: "draft" },
  ]);
});

test("the measures of a new store for the price per unit", async () => {
  const header =
    "handle,fieldType,name,visible,price,baseUnit,baseUnitMeasurement,totalUnits,totalUnitsMeasurement,inventory,sku";
  const rows = ["oil,PRODUCT,Oil,TRUE,8,100,ml,500,ml,5,OIL", "mug,PRODUCT,Mug,TRUE,8,,,,,5,MUG"];
  const { products, faults } = await read([header, ...rows].join("\n"), {
    mapping: '{"price_currency":{"value":"EUR"}}',
  });
  expect(faults).toEqual([]);
  expect(products).toMatchObject([
    { unit_pricing_measure: { value: 500, unit: "ml" }, unit_pricing_base_measure: { value: 100, unit: "ml" } },
    { sku: "MUG" },
  ]);
  expect(products[1]).not.toHaveProperty("unit_pricing_measure");
});
