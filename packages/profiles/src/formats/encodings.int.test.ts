import { execFileSync } from "node:child_process";
import { describe, expect, test } from "@jest/globals";
import { FILE_ENCODINGS, type FileEncoding } from "@skucast/contracts/channel-profiles/file-encodings";
import { encodingNamed, nearestText } from "./encodings.js";

/** The same encodings in Python, and the characters that only one of the two has. */
const CODECS: Readonly<Record<Exclude<FileEncoding, `utf-${string}`>, { codec: string; onlyHere?: string }>> = {
  "windows-1250": { codec: "cp1250" },
  "windows-1251": { codec: "cp1251" },
  "windows-1252": { codec: "cp1252" },
  "windows-1253": { codec: "cp1253" },
  "windows-1254": { codec: "cp1254" },
  // A vowel point, which Windows and browsers have as well.
  "windows-1255": { codec: "cp1255", onlyHere: "\u05ba" },
  "windows-1256": { codec: "cp1256" },
  "windows-1257": { codec: "cp1257" },
  "windows-874": { codec: "cp874" },
  "iso-8859-1": { codec: "iso8859-1" },
  "iso-8859-2": { codec: "iso8859-2" },
  "iso-8859-7": { codec: "iso8859-7" },
  "iso-8859-9": { codec: "iso8859-9" },
  "iso-8859-13": { codec: "iso8859-13" },
  "iso-8859-15": { codec: "iso8859-15" },
  cp852: { codec: "cp852" },
  "koi8-r": { codec: "koi8-r" },
  shift_jis: { codec: "cp932" },
  // Python's gbk lacks two rows of the standard. Windows and browsers have the euro sign at 0x80.
  gbk: { codec: "gb18030", onlyHere: "ḿ€" },
  // GB 18030-2022 moved it.
  gb18030: { codec: "gb18030", onlyHere: "ḿ" },
  "euc-kr": { codec: "cp949" },
};
type Named = keyof typeof CODECS;

/** Of each code point outside the private use area, what Python writes and reads again in every codec. */
const SCRIPT = `
import json, sys
def table(codec):
    found = {}
    for code in [*range(0xd800), *range(0xf900, 0xfffd), *range(0x1f300, 0x1f6ff)]:
        character = chr(code)
        try:
            written = character.encode(codec)
            if written.decode(codec) == character: found[character] = written.hex()
        except UnicodeError: pass
    return found
def text(codec, written):
    try: return bytes.fromhex(written).decode(codec)
    except UnicodeError: return None
asked = json.load(sys.stdin)
print(json.dumps({
    name: {"table": table(codec), "read": [text(codec, one) for one in written]}
    for name, (codec, written) in asked.items()
}))`;

/** All code points of the same ranges that an encoding has, with their bytes. */
function ownTable(name: Named): Map<string, string> {
  const encoding = encodingNamed(name);
  const ranges = [
    [0, 0xd800],
    [0xf900, 0xfffd],
    [0x1f300, 0x1f6ff],
  ] as const;
  const all = ranges.flatMap(([from, to]) =>
    Array.from({ length: to - from }, (_, place) => String.fromCodePoint(from + place)),
  );
  const missing = new Set(encoding.missingIn(all.join("")));
  return new Map(
    all.filter((one) => !missing.has(one)).map((one) => [one, Buffer.from(encoding.encode(one)).toString("hex")]),
  );
}

interface Answer {
  readonly table: Readonly<Record<string, string>>;
  readonly read: readonly (string | null)[];
}

describe("encodings compared with Python's codecs", () => {
  const names = Object.keys(CODECS) as Named[];
  const own = new Map(names.map((name) => [name, ownTable(name)] as const));
  const asked = Object.fromEntries(
    names.map((name) => [name, [CODECS[name].codec, [...(own.get(name)?.values() ?? [])]]]),
  );
  const answers: Readonly<Record<string, Answer>> = JSON.parse(
    execFileSync("python3", ["-c", SCRIPT], { input: JSON.stringify(asked), maxBuffer: 2 ** 28, encoding: "utf8" }),
  );

  test("every encoding that is not Unicode is compared", () => {
    expect(names.toSorted()).toEqual(FILE_ENCODINGS.filter((name) => !name.startsWith("utf")).toSorted());
  });

  test.each(names)("%s writes every character that it has as bytes that are read as this character", (name) => {
    const { onlyHere = "" } = CODECS[name];
    const characters = [...(own.get(name)?.keys() ?? [])];
    const wrong = characters.filter((one, place) => answers[name]?.read[place] !== one);
    expect(wrong.join("")).toBe(onlyHere);
  });

  test.each(names.filter((name) => name !== "gbk"))("%s has every character that Python's has", (name) => {
    const theirs = Object.keys(answers[name]?.table ?? {});
    expect(theirs.length).toBeGreaterThan(200);
    expect(theirs.filter((one) => !own.get(name)?.has(one))).toEqual([]);
  });

  test.each(names.filter((name) => !/^(?:shift_jis|gb)/.test(name)))("%s writes the same bytes as Python", (name) => {
    const { onlyHere = "" } = CODECS[name];
    const written = Object.fromEntries([...(own.get(name) ?? [])].filter(([one]) => !onlyHere.includes(one)));
    expect(written).toEqual(answers[name]?.table);
  });
});

test.each(FILE_ENCODINGS)("%s reads what it writes, and replaces exactly what it lacks", (name) => {
  const encoding = encodingNamed(name);
  const text = "Żółć, Ćevapčići, Čaj, İğne, Ёлка, Ψωμί, Ąžuolas, שלום, سلام, กาแฟ, 日本語ｶﾅ, 中文, 한국어, € 🧦 \ufffd";
  const kept = encoding.replaced(text, () => "?");
  expect(encoding.decode(encoding.encode(kept))).toBe(kept);
  expect(encoding.missingIn(kept)).toEqual([]);
  expect(kept.length - kept.replaceAll("?", "").length).toBe(
    Array.from(text).filter((one) => encoding.missingIn(one).length > 0).length,
  );
});

test.each([
  ["windows-1250", "Șosete Țurcan – 5 µm, Ťažký œuf ₺", "Şosete Ţurcan – 5 µm, Ťažký oeuf TL"],
  ["iso-8859-2", "Zażółć “gęślą” jaźń", 'Zażółć "gęślą" jaźń'],
  ["iso-8859-1", "Zażółć Șosete", "Zazólc Sosete"],
  ["windows-1251", "Ґудзики №5 «Київ» ₴", "Ґудзики №5 «Київ» ?"],
  ["windows-1253", "Ἀθῆναι", "Αθηναι"],
  ["windows-1254", "Çorap İğne 5 ₺", "Çorap İğne 5 TL"],
  ["windows-1257", "Šķīvis ąžuolas łódka", "Šķīvis ąžuolas łódka"],
  ["shift_jis", "靴下〜¥500", "靴下～￥500"],
  ["gbk", "袜子 👟", "袜子 ?"],
] as const)("in %s, %s becomes %s where characters are missing", (name, text, expected) => {
  const encoding = encodingNamed(name);
  expect(encoding.replaced(text, (character) => nearestText(character, encoding))).toBe(expected);
});
