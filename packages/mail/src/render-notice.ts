import { SERVICE_NAME } from "@skucast/contracts/service";
import { type Html, type HtmlValue, html } from "@skucast/http-kit/html";
import { splitAtLinks } from "./deployment-links.js";
import { closingParagraph, mailButton, mailDocument, paragraph, signature } from "./mail-document.js";
import { OPEN_LABELS } from "./open-labels.js";
import type { MailReader, RenderedMail } from "./rendered-mail.js";

/** A mail whose plain text was written when it was queued. Its last paragraph says who gets it, and why. */
export interface WrittenNotice {
  readonly subject: string;
  readonly text: string;
}

/**
 * Adds the HTML to a written notice: paragraphs, lists (`- `), steps (`1. `) and indented lines of code are shown as such.
 * The first link to the deployment becomes a button, further ones links. No other URL does: names and messages of partners
 * may contain some.
 */
export function renderNotice({ subject, text }: WrittenNotice, reader: MailReader): RenderedMail {
  const blocks = text.trim().split(/\n{2,}/);
  const closing = blocks.pop() ?? "";
  const shown = { ...reader, button: firstLink(blocks, reader.publicUrl) };
  const body = html`${blocks.map((block) => blockOf(block, shown))}${closingParagraph(inline(closing, shown))}`;
  return {
    subject,
    text: `${text.trim()}\n\n${signature(reader.publicUrl)}\n`,
    html: mailDocument({ subject, title: titleOf(subject) }, body, reader),
  };
}

/** The subject without the name of the service, which the document shows anyway. */
function titleOf(subject: string): string {
  const title = subject.replace(SERVICE_PREFIX, "");
  return title.slice(0, 1).toUpperCase() + title.slice(1);
}

const SERVICE_PREFIX = new RegExp(`^${SERVICE_NAME} ?[:：] ?`);

interface ShownNotice extends MailReader {
  /** The link that is shown as a button; null for none. */
  readonly button: string | null;
}

const CODE = /^ {2,}\S/;
const ITEM = /^(?:- |\d+\. )/;

function blockOf(block: string, notice: ShownNotice): HtmlValue {
  const lines = block.split("\n");
  if (lines.every((line) => CODE.test(line))) return codeBlock(lines);
  if (!lines.every((line) => ITEM.test(line))) {
    const [words, button] = wordsAndButton(block, notice);
    return html`${words !== "" && paragraph(words)}${button}`;
  }
  const items = lines.map((line) => listItem(wordsAndButton(line.replace(ITEM, ""), notice)));
  return block.startsWith("- ") ? html`<ul style="${LIST}">${items}</ul>\n` : html`<ol style="${LIST}">${items}</ol>\n`;
}

const LIST = "margin:0 0 16px;padding-left:20px";
const listItem = (content: HtmlValue): Html => html`<li style="margin:0 0 4px">${content}</li>`;

const codeBlock = (lines: readonly string[]): Html =>
  html`<pre class="code" style="margin:0 0 16px;padding:12px;background:#f4f5f7;border-radius:8px;font:13px/1.5 ui-monospace,monospace;white-space:pre-wrap">${lines
    .map((line) => line.trim())
    .join("\n")}</pre>
`;

/** The words of a block, and the button in place of the link at its end if that is the button's. */
function wordsAndButton(block: string, notice: ShownNotice): readonly [words: HtmlValue, button: HtmlValue] {
  const { button, language } = notice;
  if (button === null || !block.endsWith(button)) return [inline(block, notice), null];
  const words = block.slice(0, -button.length).trimEnd();
  return [words === "" ? "" : inline(words, notice), mailButton(OPEN_LABELS[language], button)];
}

/** The lines of a block with its links. */
function inline(block: string, { publicUrl }: MailReader): HtmlValue {
  return linesOf(block).map((line, i) => html`${i > 0 && html`<br>`}${withLinks(line, publicUrl)}`);
}

/** A line that is longer than this was wrapped, and the next one continues it. */
const WRAPPED_LENGTH_MIN = 90;

const linesOf = (block: string): string[] =>
  block.split("\n").reduce<{ lines: string[]; isWrapped: boolean }>(
    ({ lines, isWrapped }, line) => {
      const last = isWrapped ? lines.pop() : undefined;
      return {
        lines: [...lines, last === undefined ? line : `${last} ${line}`],
        isWrapped: line.length >= WRAPPED_LENGTH_MIN,
      };
    },
    { lines: [], isWrapped: false },
  ).lines;

function withLinks(line: string, publicUrl: string): HtmlValue {
  return splitAtLinks(line, publicUrl).map((part, i) =>
    i % 2 === 0 ? part : html`<a class="accent" href="${part}" style="color:#1f5fbf">${part}</a>`,
  );
}

/** The first link at the end of a block or an item; null if there is none. */
function firstLink(blocks: readonly string[], publicUrl: string): string | null {
  for (const block of blocks) {
    if (block.split("\n").every((line) => CODE.test(line))) continue;
    for (const part of ITEM.test(block) ? block.split("\n") : [block]) {
      const link = splitAtLinks(part, publicUrl).at(-2);
      if (link !== undefined && part.endsWith(link)) return link;
    }
  }
  return null;
}
