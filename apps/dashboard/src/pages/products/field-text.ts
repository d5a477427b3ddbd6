import { texts } from "../../texts/texts.js";
import type { FilterField } from "./filter-conditions.js";

/** The name of a field for people. */
export const fieldText = (field: FilterField): string => {
  if (field === "created_at") return texts.products.created;
  return field === "updated_at" ? texts.products.updated : texts.fields[field];
};
