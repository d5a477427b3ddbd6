import { describe, expect, test } from "@jest/globals";
import { SaxesParser } from "saxes";
import { characterOf } from "./character-references.js";
import { createXmlTokenizer, XmlFault } from "./xml-tokenizer.js";

type Event = readonly [kind: "open" | "text" | "close", content: string, attributes?: object];

/** What the tokenizer finds in a document that arrives in pieces of a size; undefined if it is rejected. */
function found(document: string, size = document.length): Event[] | undefined {
  const events: Event[] = [];
  const tokenizer = createXmlTokenizer({
    open: (name, attributes) => events.push(["open", name, { ...attributes }]),
    text: (text) => events.push(["text", text]),
    close: (name) => events.push(["close", name]),
  });
  try {
    for (let i = 0; i < document.length; i += size) tokenizer.write(document.slice(i, i + size));
    tokenizer.end();
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error;
    return undefined;
  }
  return merged(events);
}

/** What saxes finds, a parser that checks every rule of XML. */
function expected(document: string): Event[] | undefined {
  const events: Event[] = [];
  const parser = new SaxesParser({ xmlns: false });
  parser.ENTITIES = new Proxy(parser.ENTITIES, { get: (_known, name) => characterOf(`&${String(name)};`) });
  parser.on("error", (error) => {
    throw new XmlFault("syntax", error.message);
  });
  parser.on("doctype", (content) => {
    if (content.includes("[")) throw new XmlFault("doctype", "");
  });
  const local = (name: string) => name.slice(name.indexOf(":") + 1);
  const isInside = () => events.filter(([kind]) => kind === "open").length > closedIn(events);
  parser.on("opentag", ({ name, attributes }) => events.push(["open", local(name), { ...attributes }]));
  parser.on("closetag", ({ name }) => events.push(["close", local(name)]));
  for (const kind of ["text", "cdata"] as const)
    parser.on(kind, (text) => {
      if (isInside()) events.push(["text", text]);
    });
  try {
    parser.write(document).close();
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error;
    return undefined;
  }
  return merged(events);
}

const closedIn = (events: readonly Event[]) => events.filter(([kind]) => kind === "close").length;

/** Adjacent texts as one: where they are split is not said. */
function merged(events: readonly Event[]): Event[] {
  const all: Event[] = [];
  for (const event of events) {
    const last = all.at(-1);
    if (event[0] === "text" && last?.[0] === "text") all[all.length - 1] = ["text", last[1] + event[1]];
    else if (event[0] !== "text" || event[1] !== "") all.push(event);
  }
  return all;
}

/** Numbers that look random and are the same in each run. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const NAMES = ["a", "g:id", "_x", "ä", "名", "item", "b-c", "d.e", "x1"];
const TEXTS = [
  "",
  " ",
  "Tee",
  "12,90 €",
  "a\r\nb\rc",
  "&amp;",
  "&#233;",
  "&#x1F600;",
  "&eacute;",
  "]] ",
  ">",
  "\"'",
  "😀",
  "\t",
];
const MARKUP = ["<!-- a - b > -->", "<![CDATA[ <b> & ]] ]]>", "<?php echo > ?>", "<![CDATA[]]>"];
/** What makes many documents ill-formed. */
const FAULTS = [
  "<",
  "</",
  "&x;",
  "&#0;",
  "&#xD800;",
  "]]>",
  "\u0001",
  "<!-- -- -->",
  "<!x>",
  "<a b>",
  '<a b="1"c="2"/>',
  "</a>",
  '<a b="<"/>',
  '<a b="1" b="2"/>',
  "<1>",
  "<?xml version='1.0'?>",
  "<a/ >",
  "<a b=1/>",
  "<!DOCTYPE a>",
  "<!DOCTYPE a [<!ENTITY x 'y'>]>",
  "\uffff",
];

function documentFrom(random: (below: number) => number, hasFault: boolean): string {
  const one = (list: readonly string[]) => list[random(list.length)] ?? "";
  const attribute = () =>
    ` ${one(NAMES)}${one(["=", " = ", "\n="])}${one(["'", '"']) === "'" ? `'${one(["", ">", "&lt;", '"'])}'` : `"${one(["", "/>", "a\tb\nc", "'"])}"`}`;
  function element(depth: number): string {
    const name = one(NAMES);
    const names = new Set<string>();
    const attributes = Array.from({ length: random(3) }, attribute).filter((text) => {
      const own = text.trim().split(/[\s=]/)[0] ?? "";
      return names.size < names.add(own).size;
    });
    const blank = one(["", " ", "\n"]);
    if (random(5) === 0) return `<${name}${attributes.join("")}${blank}/>`;
    const content = Array.from({ length: random(4) }, () =>
      depth < 5 && random(2) === 0 ? element(depth + 1) : random(4) === 0 ? one(MARKUP) : one(TEXTS),
    );
    return `<${name}${attributes.join("")}${blank}>${content.join("")}</${name}${blank}>`;
  }
  const document = `${one(["", '<?xml version="1.0" encoding="UTF-8"?>\n', "<!-- a -->"])}${element(0)}${one(["", "\n", "<!-- b -->", "<?b?>"])}`;
  if (!hasFault) return document;
  // What the declaration says, other than the encoding, has no effect.
  const start = document.startsWith("<?xml") ? document.indexOf("?>") + 2 : 0;
  const characters = [...document.slice(start)];
  characters.splice(random(characters.length), random(3), one(FAULTS));
  return document.slice(0, start) + characters.join("");
}

/** Is accepted, other than in XML. */
const BARE_AMPERSAND = /&(?![#\w][^\s;&<]*;)/;

describe("the tokenizer agrees with a parser that checks every rule", () => {
  test.each([
    ["well-formed documents", false],
    ["documents with something inserted or missing", true],
  ])("%s", (_what, hasFault) => {
    const counts = { read: 0, rejected: 0 };
    for (let seed = 1; seed <= 3_000; seed += 1) {
      const document = documentFrom(randomFrom(seed), hasFault);
      if (BARE_AMPERSAND.test(document)) continue;
      const events = expected(document);
      counts[events === undefined ? "rejected" : "read"] += 1;
      // Each in one piece, and cut at every character.
      expect({ document, events: found(document) }).toEqual({ document, events });
      expect({ document, events: found(document, 1) }).toEqual({ document, events });
    }
    expect(counts.read).toBeGreaterThan(100);
    if (hasFault) expect(counts.rejected).toBeGreaterThan(1_000);
    else expect(counts.rejected).toBe(0);
  });
});

test.each([
  ["an & that begins no reference stands for itself", "<a>Black & White &c. &</a>", "Black & White &c. &"],
  ["blank text precedes the declaration", '\n <?xml version="1.0"?><a>b</a>', "b"],
])("%s, although XML does not allow it", (_what, document, text) => {
  expect(expected(document)).toBeUndefined();
  expect(found(document, 3)).toEqual([
    ["open", "a", {}],
    ["text", text],
    ["close", "a"],
  ]);
});

describe("a DOCTYPE", () => {
  test.each([
    ['<!DOCTYPE yml_catalog SYSTEM "shops.dtd">'],
    ["<!DOCTYPE rss>"],
    ["<!DOCTYPE\n\trss PUBLIC '-//Netscape//DTD RSS 0.91//EN'\n \"http://example.com/rss[1]>.dtd\" >"],
    ["<!-- a --><!DOCTYPE html ><!-- b -->"],
  ])("that only names a definition is read over: %s", (doctype) => {
    const document = `<?xml version="1.0"?>\n${doctype}\n<a>b</a>`;
    const events = [
      ["open", "a", {}],
      ["text", "b"],
      ["close", "a"],
    ];
    expect(found(document)).toEqual(events);
    expect(found(document, 1)).toEqual(events);
  });

  test.each([
    ["with definitions", "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>"],
    ["with definitions after its name", '<!DOCTYPE a SYSTEM "x.dtd" [ ]><a/>'],
    ["without a name", "<!DOCTYPE><a/>"],
    ["that breaks off", '<!DOCTYPE a SYSTEM "x'],
    ["after the first element", "<a/><!DOCTYPE a>"],
    ["inside of an element", "<a><!DOCTYPE a></a>"],
    ["after another one", "<!DOCTYPE a><!DOCTYPE a><a/>"],
  ])("%s is rejected", (_what, document) => {
    expect(found(document)).toBeUndefined();
    expect(found(document, 1)).toBeUndefined();
  });
});

test("the fault says on which line it is, wherever the text was cut", () => {
  for (const size of [1, 7, 1_000]) {
    const document = `<a>\n<b>\r\n</b>\r${"<c>\n</c>".repeat(5)}<d>&x;</d></a>`;
    const tokenizer = createXmlTokenizer({ open() {}, text() {}, close() {} });
    const write = () => {
      for (let i = 0; i < document.length; i += size) tokenizer.write(document.slice(i, i + size));
    };
    expect(write).toThrow("line 9: &x; is no character");
  }
});
