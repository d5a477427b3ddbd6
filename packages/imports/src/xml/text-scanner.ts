import { characterOf, REFERENCE } from "./character-references.js";

/** Reads texts without inner elements, and finds the same in them as a parser of XML. */
export interface TextScanner {
  /** The text that was read last. */
  readonly text: string;
  /**
   * Reads the text at `from` if `end` follows it, and returns where `end` ends; -1 if something else follows, or the text is not
   * well-formed.
   */
  read(xml: string, from: number, end: string): number;
}

export function createTextScanner(): TextScanner {
  let text = "";
  let known = "";
  /** The next `&` and `]]>` in `known`. Most XML has none, so they are searched for once. */
  let ampersandAt = UNKNOWN;
  let bracketsAt = UNKNOWN;

  return {
    get text() {
      return text;
    },
    read(xml, from, end) {
      if (xml !== known) {
        known = xml;
        ampersandAt = UNKNOWN;
        bracketsAt = UNKNOWN;
      }
      const to = xml.indexOf("<", from);
      if (to === -1 || !xml.startsWith(end, to)) return -1;
      if (bracketsAt < from) bracketsAt = placeOf("]]>", xml, from);
      if (bracketsAt < to) return -1;
      if (ampersandAt < from) ampersandAt = placeOf("&", xml, from);
      const raw = xml.slice(from, to);
      const characters = ampersandAt > to ? raw : withCharacters(raw);
      if (characters === undefined) return -1;
      text = characters;
      return to + end.length;
    },
  };
}

/** A text with its references replaced; undefined if one of them is no character. */
function withCharacters(raw: string): string | undefined {
  let isWhole = true;
  const text = raw.replace(REFERENCE, (reference) => {
    const character = characterOf(reference);
    if (character === undefined) isWhole = false;
    return character ?? "";
  });
  return isWhole ? text : undefined;
}

/** Where the attributes of an element with text end, whose name ends at `at`: at `>`; -1 if it has others than `xml:space`. */
export function afterSpaceAttribute(xml: string, at: number): number {
  const isPreserved = xml.charCodeAt(at) === SPACE && xml.startsWith(SPACES_PRESERVED, at);
  const end = isPreserved ? at + SPACES_PRESERVED.length : at;
  return xml.charCodeAt(end) === GREATER ? end : -1;
}

/** Before every place, so that it is searched for. */
const UNKNOWN = -1;
function placeOf(mark: string, xml: string, from: number): number {
  const place = xml.indexOf(mark, from);
  return place === -1 ? Number.POSITIVE_INFINITY : place;
}

const SPACES_PRESERVED = ' xml:space="preserve"';
const SPACE = 32;
const GREATER = 62;
