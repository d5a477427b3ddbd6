import { listIn, type Members, membersIn, textIn } from "./preset.js";

/** The text of Saleor's rich text (Editor.js), which is JSON in a text or an object; another text as it is. */
export function textOfBlocks(value: unknown): string | undefined {
  const text = textIn(value);
  const document = text === undefined ? membersIn(value) : documentIn(text);
  if (document === undefined) return text;
  const parts = listIn(document.blocks).flatMap(partsOf);
  return parts.length === 0 ? undefined : parts.map((part) => `<p>${part}</p>`).join("");
}

/** The document in a text; undefined if the text is none. */
function documentIn(text: string): Members | undefined {
  if (!text.trimStart().startsWith("{")) return undefined;
  try {
    const document = membersIn(JSON.parse(text));
    return Array.isArray(document.blocks) || Object.keys(document).length === 0 ? document : undefined;
  } catch {
    return undefined;
  }
}

/** The paragraph of a block, or the items of a list, which may have lists below them. */
function partsOf({ data }: Members): readonly string[] {
  const { text, items } = membersIn(data);
  return textIn(text) === undefined ? itemsIn(items) : [String(text)];
}

const itemsIn = (items: unknown): readonly string[] =>
  (Array.isArray(items) ? items : []).flatMap((item) => {
    const { content, items: below } = membersIn(item);
    const own = textIn(item) ?? textIn(content);
    return [...(own === undefined ? [] : [own]), ...itemsIn(below)];
  });
