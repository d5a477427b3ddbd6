import { texts } from "../../texts/texts.js";

const NAMES: Readonly<Record<string, string>> = { ...texts.fields, ...texts.fieldMembers, ...texts.imports.targets };

/**
 * The displayed name of an import target, or of an error's location (a JSON pointer without the leading slash). Members
 * named by merchants, such as those of metadata, follow the name of their field.
 */
export function targetText(target: string): string {
  const [path = ""] = target.split("#");
  const [field = "", ...members] = path.split(/[./]/).map(unescaped);
  const name = NAMES[[field, ...members].join(".")];
  if (name !== undefined) return name;
  return [NAMES[field] ?? field, members.map(memberText).join(", ")].filter((part) => part !== "").join(": ");
}

const unescaped = (token: string): string => token.replaceAll("~1", "/").replaceAll("~0", "~");

/** One-based for users. */
const memberText = (member: string): string => (/^\d+$/.test(member) ? String(Number(member) + 1) : member);
