import { decodeHTMLStrict } from "entities";

/** The characters that named references stand for: those of XML, and those of HTML, which many shops write into XML. */
export const entitiesWith = (known: Readonly<Record<string, string>>): Record<string, string> =>
  new Proxy(known as Record<string, string>, {
    get: (target, name) => (typeof name === "string" ? (target[name] ?? characterNamed(name)) : undefined),
  });

/** Undefined for a name that HTML does not define. */
function characterNamed(name: string): string | undefined {
  const reference = `&${name};`;
  const character = decodeHTMLStrict(reference);
  return character === reference ? undefined : character;
}
