import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import type { Column } from "@skucast/contracts/channel-profiles/column";
import type { XmlForm } from "@skucast/contracts/channel-profiles/file-form";
import type { Fault } from "@skucast/contracts/problem";
import { elementOf } from "../formats/custom-xml.js";
import { elementPathOf } from "../formats/element-names.js";
import { encodingNamed } from "../formats/encodings.js";

/** The errors of a profile with an XML format that would make its file malformed. */
export function xmlFaults({ formats, files = {}, columns }: ProfileDefinition): Fault[] {
  const isCustom = formats.includes("xml");
  if (!isCustom && !formats.includes("xml_rss")) return [];
  return [...elementFaults(columns), ...(isCustom ? nameFaults(columns, files.xml) : prefixFaults(columns))];
}

function elementFaults(columns: readonly Column[]): Fault[] {
  const message = "must be the name of an XML element, because the profile has an XML format; or set element";
  return columns.flatMap(({ name, element }, place) =>
    element === undefined && elementPathOf(name) === undefined ? [notAllowed(`/columns/${place}/name`, message)] : [],
  );
}

/** RSS declares one prefix, which every element gets. */
function prefixFaults(columns: readonly Column[]): Fault[] {
  const message = "must not have a prefix other than g, the only one in xml_rss";
  const isForeign = (name = "") => name.includes(":") && !name.startsWith("g:");
  return columns.flatMap((column, place) => {
    const own = elementOf(column);
    const isOwnName = own === column.name && own.includes(":");
    return [
      ...(isOwnName || isForeign(own)
        ? [notAllowed(`/columns/${place}/element`, isOwnName ? "must be set: the name has a prefix" : message)]
        : []),
      ...(isForeign(column.item_element) ? [notAllowed(`/columns/${place}/item_element`, message)] : []),
    ];
  });
}

/** A name must have a declared prefix, and only characters of the encoding: it cannot have character references. */
function nameFaults(columns: readonly Column[], xml: XmlForm | undefined): Fault[] {
  const declared = Object.keys(xml?.namespaces ?? {});
  const { label, missingIn } = encodingNamed(xml?.encoding ?? "utf-8");
  const check = (path: string | undefined, pointer: string): Fault[] => {
    const missing = missingIn(path ?? "");
    const prefixes = path?.split("/").flatMap((name) => (name.includes(":") ? name.split(":", 1) : [])) ?? [];
    const undeclared = prefixes.filter((prefix) => !declared.includes(prefix));
    return [
      ...undeclared.map((prefix) =>
        notAllowed(pointer, `has the prefix ${prefix}, which /files/xml/namespaces does not declare`),
      ),
      ...(missing.length > 0
        ? [notAllowed(pointer, `must not have ${missing.join(" ")}, which ${label} does not have`)]
        : []),
    ];
  };
  return [
    ...declared
      .filter((prefix) => prefix.startsWith("xml"))
      .map((prefix) => notAllowed(`/files/xml/namespaces/${prefix}`, "must not begin with xml, which XML reserves")),
    ...check(xml?.root, "/files/xml/root"),
    ...check(xml?.item, "/files/xml/item"),
    ...columns.flatMap((column, place) => [
      ...check(elementPathOf(elementOf(column)), `/columns/${place}/element`),
      ...check(column.item_element, `/columns/${place}/item_element`),
    ]),
  ];
}

const notAllowed = (pointer: string, message: string): Fault => ({ pointer, code: "not_allowed", message });
