import { Collapsible } from "../../components/collapsible.js";
import { texts } from "../../texts/texts.js";
import { ExtraFieldInput } from "./extra-field.js";
import { type ExtraDraft, type ExtraField, extraContentOf } from "./extra-fields.js";

const { sections } = texts.productPages.one;

const SECTIONS: readonly { readonly title: string; readonly fields: readonly ExtraField[] }[] = [
  {
    title: sections.variants,
    fields: [
      "item_group_id",
      "item_group_title",
      "variant_options",
      "color",
      "size",
      "size_system",
      "size_type",
      "material",
      "pattern",
      "gender",
      "age_group",
    ],
  },
  {
    title: sections.media,
    fields: ["additional_image_urls", "video_url", "model_3d_url", "lifestyle_image_url", "mobile_url"],
  },
  {
    title: sections.times,
    fields: [
      "sale_price_starts_at",
      "sale_price_ends_at",
      "availability_date",
      "expiration_date",
      "cost_amount",
      "tax_class",
      "unit_pricing_measure",
      "unit_pricing_base_measure",
      "subscription_cost",
      "installment",
    ],
  },
  {
    title: sections.shipping,
    fields: [
      "weight",
      "dimensions",
      "package_weight",
      "package_dimensions",
      "shipping",
      "min_handling_days",
      "max_handling_days",
      "min_transit_days",
      "max_transit_days",
      "ships_from_country",
      "minimum_order_values",
      "accepts_returns",
      "return_window_days",
    ],
  },
  {
    title: sections.specifications,
    fields: [
      "product_highlights",
      "product_details",
      "certifications",
      "energy_efficiency_class",
      "min_energy_efficiency_class",
      "max_energy_efficiency_class",
    ],
  },
  {
    title: sections.details,
    fields: [
      "google_product_category",
      "identifier_exists",
      "multipack",
      "is_bundle",
      "is_digital",
      "adult",
      "age_restriction",
      "seller",
      "review_count",
      "review_rating",
      "tags",
      "custom_labels",
      "promotion_ids",
    ],
  },
  { title: sections.translations, fields: ["translations"] },
  { title: sections.metadata, fields: ["metadata"] },
];

interface ExtraSectionsProps {
  readonly extra: ExtraDraft;
  readonly isDisabled: boolean;
  readonly errorAt: (pointer: string) => string | undefined;
  readonly onExtra: (extra: ExtraDraft) => void;
}

/** Sections of fields that not every product has. A section is open if it has a value or an error. */
export function ExtraSections({ extra, isDisabled, errorAt, onExtra }: ExtraSectionsProps) {
  const content = extraContentOf(extra);
  return SECTIONS.map(({ title, fields }) => {
    const used = fields.filter((field) => content[field] !== undefined).length;
    const isForcedOpen = fields.some((field) => errorAt(`/${field}`) !== undefined);
    return (
      <Collapsible key={title} title={used > 0 ? sections.used(title, used) : title} isForcedOpen={isForcedOpen}>
        <div className="grid">
          {fields.map((field) => (
            <ExtraFieldInput
              key={field}
              field={field}
              value={extra[field]}
              isDisabled={isDisabled}
              errorAt={errorAt}
              onValue={(value) => onExtra({ ...extra, [field]: value })}
            />
          ))}
        </div>
      </Collapsible>
    );
  });
}
