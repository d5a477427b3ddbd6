import { z } from "zod";
import { countrySchema, currencySchema } from "../codes/schemas.js";
import { text } from "../text.js";
import { urlSchema } from "../url.js";
import { amountSchema, quantityOf, sizesSchema, WEIGHT_UNITS } from "./field-schemas.js";

/** https://support.google.com/merchants/answer/6324455 */
export const UNIT_PRICE_UNITS = [
  "oz",
  "lb",
  "mg",
  "g",
  "kg",
  "floz",
  "pt",
  "qt",
  "gal",
  "ml",
  "cl",
  "l",
  "cbm",
  "in",
  "ft",
  "yd",
  "cm",
  "m",
  "sqft",
  "sqm",
  "ct",
  "sheet",
  "item",
] as const;

/** From the best class to the worst one. */
export const ENERGY_CLASSES = ["A+++", "A++", "A+", "A", "B", "C", "D", "E", "F", "G"] as const;

const DAYS_MAX = 365;
const days = z.int().min(0).max(DAYS_MAX);

/** Times of a delivery in business days. A shipping option may have its own. */
export const deliveryTimes = {
  min_handling_days: days.describe("Business days until the order is handed to the carrier, at least."),
  max_handling_days: days.describe("The same, at most."),
  min_transit_days: days.describe("Business days from the carrier to the customer, at least."),
  max_transit_days: days.describe("The same, at most."),
} as const;
export const DELIVERY_TIMES = Object.keys(deliveryTimes) as (keyof typeof deliveryTimes)[];

const certificationSchema = z.strictObject({
  authority: text(100).describe("Who certifies, such as EC."),
  name: text(200).describe("The certification, such as EPREL."),
  code: text(200).describe("The number of the product there."),
});

const detailSchema = z.strictObject({ section: text(140).optional(), name: text(140), value: text(1000) });

const minimumOrderSchema = z.strictObject({
  country: countrySchema,
  service: text(100).optional(),
  surface: z.enum(["online", "local", "online_local"]).optional(),
  amount: amountSchema,
  currency: currencySchema,
});

const subscriptionSchema = z.strictObject({
  period: z.enum(["week", "month", "year"]),
  period_length: z.int().min(1).max(1000).describe("Number of periods that are paid for."),
  amount: amountSchema.describe("What the customer pays in each period."),
  currency: currencySchema,
});

const installmentSchema = z.strictObject({
  months: z.int().min(1).max(1000),
  amount: amountSchema.describe("What the customer pays each month."),
  currency: currencySchema,
  downpayment: amountSchema.optional(),
  credit_type: z.enum(["finance", "lease"]).optional(),
});

/**
 * Fields that several channels publish under names of their own. The column of a channel takes the product's field, and
 * without one the custom attribute with the column's name.
 */
export const channelFields = {
  unit_pricing_measure: quantityOf(UNIT_PRICE_UNITS).describe("How much the product contains, for the price per unit."),
  unit_pricing_base_measure: quantityOf(UNIT_PRICE_UNITS).describe("The quantity that the price per unit is for."),
  certifications: z.array(certificationSchema).max(10).describe("Such as the EU's energy label by its EPREL code."),
  energy_efficiency_class: z.enum(ENERGY_CLASSES),
  min_energy_efficiency_class: z.enum(ENERGY_CLASSES).describe("The worst class of the label's scale."),
  max_energy_efficiency_class: z.enum(ENERGY_CLASSES).describe("The best class of the label's scale."),
  product_highlights: z.array(text(150)).max(100).describe("Short sentences about the product."),
  product_details: z.array(detailSchema).max(100).describe("Technical specifications."),
  ...deliveryTimes,
  package_weight: quantityOf(WEIGHT_UNITS).describe("Weight with the package, by which shipping costs are computed."),
  package_dimensions: sizesSchema.describe("Sizes of the package."),
  ships_from_country: countrySchema,
  minimum_order_values: z.array(minimumOrderSchema).max(100),
  promotion_ids: z.array(text(50)).max(10).describe("Promotions that the product takes part in, by their ids."),
  identifier_exists: z.boolean().describe("False if the manufacturer assigned neither GTIN nor MPN and brand."),
  mobile_url: urlSchema.describe("The product page for phones, if it has a URL of its own."),
  lifestyle_image_url: urlSchema.describe("An image of the product in use."),
  subscription_cost: subscriptionSchema.describe("Payments of a contract that is sold with the product."),
  installment: installmentSchema.describe("How the product can be paid in installments."),
} as const;
