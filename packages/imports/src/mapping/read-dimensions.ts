import { readDecimal } from "../values/decimal.js";
import { unitNamed } from "../values/quantity.js";
import type { Setter } from "./setter.js";

/** Three sides with a unit at the end or behind each, as in `12x8x5 in`, `30 cm × 20 cm × 10 cm` and `1,5 * 2 * 3 m`. */
const SIDES =
  /^\s*([\d.,]+)\s*([a-z"″']*)\s*[x×*]\s*([\d.,]+)\s*([a-z"″']*)\s*[x×*]\s*([\d.,]+)\s*([a-z"″']*)\s*\.?\s*$/i;

/** Longer texts are no sizes, and the expression would take long for them. */
const LENGTH_MAX = 80;

/** Length, width and height in one text (OpenAI's `dimensions`); `setObject` reads every other text. */
export const dimensionsSetter =
  (field: string, setObject: Setter): Setter =>
  (draft, text, format) => {
    const [, ...parts] = (text.length <= LENGTH_MAX && SIDES.exec(text)) || [];
    const sides = [0, 2, 4].map((place) => readDecimal(parts[place] ?? "", format.decimal));
    const units = [...new Set([1, 3, 5].flatMap((place) => parts[place] || []).map(unitNamed))];
    const unit = units[0] ?? format.unit;
    const [length, width, height] = sides.map((side) => (side.type === "number" ? side.value : undefined));
    if (length === undefined || width === undefined || height === undefined || units.length > 1 || unit === undefined)
      return setObject(draft, text, format);
    draft.body[field] = { length, width, height, unit };
  };
