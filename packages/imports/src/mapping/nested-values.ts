import { memberAt } from "../member-at.js";
import { textOfGoogleGroup } from "../presets/google-groups.js";
import { orderedLinks } from "../values/parts.js";

/** The links of a list of images, as the text of one cell; undefined for other values. */
export function linksIn(value: unknown): string | undefined {
  if (!Array.isArray(value)) return undefined;
  const links = orderedLinks(value);
  return links.every((link) => link !== undefined) ? links.join("\n") : undefined;
}

/** Google's options as elements: each has a name and a value. */
export function optionsIn(value: unknown): string | undefined {
  const texts = (Array.isArray(value) ? value : [value]).map((option: unknown) =>
    typeof option === "object" && option !== null ? textOfGoogleGroup("variant_option", option) : undefined,
  );
  return texts.every((text) => text !== undefined)
    ? texts.map((text) => text.replaceAll(",", " ")).join(",")
    : undefined;
}

/** The names in a list of objects, as shops have categories and tags; undefined for other values. */
export function namesIn(value: unknown): string[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const names = value.map((item: unknown) =>
    typeof item === "object" && item !== null ? memberAt({ ...item }, "name") : undefined,
  );
  return names.every((name) => typeof name === "string") ? names : undefined;
}

/** The value of a custom attribute: several texts, or the parts of one of Google's attributes as a text. */
export function attributeOf(name: string, value: unknown): string | readonly string[] | undefined {
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => attributeOf(name, item));
    return items.length > 0 && items.every((item) => typeof item === "string") ? items : undefined;
  }
  if (typeof value === "object" && value !== null) return textOfGoogleGroup(name, value) || undefined;
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}
