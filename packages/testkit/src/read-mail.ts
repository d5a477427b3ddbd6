import { eventually } from "./eventually.js";
import type { MailServer } from "./start-mail-server.js";

/** A mail as its recipient reads it. */
export interface ReadMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The link of the plain text, to its page. */
  readonly link: string;
}

/** The newest mail to an address whose subject contains a text, once it has arrived. */
export const mailTo = (server: MailServer, to: string, subject: string): Promise<ReadMail> =>
  eventually(() =>
    server.received
      .filter((mail) => mail.to === to)
      .map(({ source }) => readMail(source))
      .findLast((mail) => mail.subject.includes(subject)),
  );

/** The path of the newest sign-up link that was mailed to an address, in any language. */
export const mailedSignUpLink = (server: MailServer, to: string): Promise<string> =>
  eventually(() =>
    server.received
      .filter((mail) => mail.to === to)
      .map(({ source }) => new URL(readMail(source).link).pathname)
      .findLast((path) => path.startsWith("/sign-up/")),
  );

/** Reads a mail with a plain text and an HTML part, which may have images (RFC 2045 to 2047, RFC 2387). */
export function readMail(source: string): ReadMail {
  const [headers] = partsOf(source);
  const parts = leavesOf(source);
  const partOf = (type: string): string => {
    const [head = "", content = ""] = parts.find(([each]) => each.includes(`text/${type}`)) ?? [];
    return decoded(content, /Content-Transfer-Encoding: (\S+)/i.exec(head)?.[1] ?? "7bit");
  };
  const text = partOf("plain");
  const subject = /^Subject: (.*(?:\n[ \t].*)*)/m.exec(headers)?.[1] ?? "";
  return { subject: wordsOf(subject), text, html: partOf("html"), link: /^https?:\/\/\S+$/m.exec(text)?.[0] ?? "" };
}

/** The parts of an entity that have no parts themselves. */
function leavesOf(source: string): (readonly [headers: string, body: string])[] {
  const [headers, body] = partsOf(source);
  const [, boundary] = /boundary="([^"]+)"/.exec(headers) ?? [];
  if (boundary === undefined) return [[headers, body]];
  return body
    .split(`--${boundary}`)
    .slice(1, -1)
    .flatMap((part) => leavesOf(part.slice(1, -1))); // the line ends around a part belong to the boundaries
}

function partsOf(source: string): readonly [headers: string, body: string] {
  const end = source.indexOf("\n\n");
  return [source.slice(0, end), source.slice(end + 2)];
}

function decoded(content: string, encoding: string): string {
  if (encoding === "base64") return Buffer.from(content, "base64").toString();
  return encoding === "quoted-printable" ? bytesOf(content.replace(/=\n/g, "")).toString() : content;
}

const bytesOf = (text: string): Buffer =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
    "latin1",
  );

const WORD = /=\?utf-8\?([QB])\?([^?]*)\?=(?:\s+(?==\?))?/gi;

const wordsOf = (header: string): string =>
  header.replace(WORD, (_, kind: string, word: string) =>
    kind.toUpperCase() === "B" ? Buffer.from(word, "base64").toString() : bytesOf(word.replaceAll("_", " ")).toString(),
  );
