const LENGTH_MAX = 300;

/** Messages that say no more than the status code (draft-ietf-secsh-filexfer-02, section 7; ssh2 fills them in). */
const GENERIC: ReadonlySet<string> = new Set([
  "ok",
  "eof",
  "end of file",
  "success",
  "failure",
  "error",
  "bad message",
  "no such file",
  "permission denied",
  "no connection",
  "connection lost",
  "op unsupported",
  "operation unsupported",
  "unknown status",
  "no such file or directory",
  "ssh_fx_failure",
  "operation failed",
  "general failure",
  "unexpected eof",
]);

/** Control, format and private-use characters, including escape sequences and changes of the text direction. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}]+/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: terminals act on these sequences (ECMA-48, section 5.4)
const ESCAPE_SEQUENCE = /\u001b\[[0-?]*[ -/]*[@-~]/g;

/**
 * A host's message, made safe to show: one line, without control characters and secrets, at most 300 characters. Undefined
 * when it is empty or says no more than the status code.
 */
export function cleanServerMessage(text: string, secrets: readonly string[] = []): string | undefined {
  const hidden = secrets.flatMap(spellingsOf).reduce((rest, secret) => rest.replaceAll(secret, "[hidden]"), text);
  const line = hidden.replace(ESCAPE_SEQUENCE, "").replace(INVISIBLE, " ").replace(/\s+/g, " ").trim();
  if (line === "" || GENERIC.has(line.toLowerCase().replace(/\.$/, ""))) return undefined;
  const characters = Array.from(line);
  return characters.length <= LENGTH_MAX ? line : `${characters.slice(0, LENGTH_MAX - 1).join("")}…`;
}

/** The forms in which a server may echo a secret. The longest first, so that no part of one is left. */
function spellingsOf(secret: string): string[] {
  if (secret === "") return [];
  const bytes = Buffer.from(secret);
  const spellings = [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)];
  const encoded = [bytes.toString("base64").replace(/=+$/, ""), bytes.toString("base64url"), bytes.toString("hex")];
  return [...new Set([...spellings, ...encoded])].sort((a, b) => b.length - a.length);
}
