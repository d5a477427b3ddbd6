import { texts } from "../../texts/texts.js";

const NAMES: Readonly<Record<string, string>> = { ...texts.products.fields, ...texts.imports.targets };

/** What a target of an import is called: by its name in forms, otherwise as the API has it. */
export function targetText(target: string): string {
  const [bare = ""] = target.split("#");
  return NAMES[bare] ?? bare.replaceAll("_", " ");
}
