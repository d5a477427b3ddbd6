import { texts } from "../../texts/texts.js";

const NAMES: Readonly<Record<string, string>> = { ...texts.fields, ...texts.fieldMembers, ...texts.imports.targets };

/**
 * What a target of an import, or the place of a error (a JSON pointer without its first slash), is called. Members that
 * merchants name themselves, such as those of metadata, stand behind their field as they are.
 */
export function targetText(target: string): string {
  const [bare = ""] = target.split("#");
  const [field = "", ...members] = bare.split(/[./]/).map(unescaped);
  const name = NAMES[[field, ...members].join(".")];
  if (name !== undefined) return name;
  return [NAMES[field] ?? field, members.map(placeText).join(", ")].filter((part) => part !== "").join(": ");
}

const unescaped = (token: string): string => token.replaceAll("~1", "/").replaceAll("~0", "~");

/** People count from one. */
const placeText = (member: string): string => (/^\d+$/.test(member) ? String(Number(member) + 1) : member);
