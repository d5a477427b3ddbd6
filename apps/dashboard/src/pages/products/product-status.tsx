import type { PRODUCT_STATUSES } from "@skucast/contracts/products/product";
import { Badge, type Tone } from "../../components/badge.js";
import { texts } from "../../texts/texts.js";

type Status = (typeof PRODUCT_STATUSES)[number];
const TONES = { active: "good", draft: "warn", archived: "plain" } as const satisfies Record<Status, Tone>;

export const ProductStatus = ({ status }: { readonly status: Status }) => (
  <Badge tone={TONES[status]}>{texts.products.statuses[status]}</Badge>
);
