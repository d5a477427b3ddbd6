import { texts } from "../../texts/texts.js";

const NAMES: Readonly<Record<string, string>> = { ...texts.products.fields, ...texts.imports.targets };

/** What a target of an import is called: by its name in forms, otherwise by the API's words. */
export function targetText(target: string): string {
  const [bare = ""] = target.split("#");
  const plain = bare.replaceAll("_", " ");
  return NAMES[bare] ?? plain.charAt(0).toUpperCase() + plain.slice(1);
}
