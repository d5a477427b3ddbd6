import { html } from "@skucast/http-kit/html";
import type { MailContent } from "./mail-content.js";
import { closingParagraph, factTable, mailButton, mailDocument, paragraph, signature } from "./mail-document.js";
import type { MailReader, RenderedMail } from "./rendered-mail.js";

/** Writes the sentences of a mail as plain text and as HTML. */
export const renderContent = (content: MailContent, reader: MailReader): RenderedMail => ({
  subject: content.subject,
  text: textOf(content, reader),
  html: htmlOf(content, reader),
});

function textOf({ paragraphs, action, facts, closing }: MailContent, { publicUrl }: MailReader): string {
  const parts = [
    ...paragraphs,
    ...(action === undefined ? [] : [`${action.label}:\n${publicUrl}${action.path}`]),
    ...(facts === undefined ? [] : [facts.map(([name, value]) => `${name}: ${value}`).join("\n")]),
    closing,
    signature(publicUrl),
  ];
  return `${parts.join("\n\n")}\n`;
}

const htmlOf = ({ subject, paragraphs, action, facts, closing }: MailContent, reader: MailReader): string =>
  mailDocument(
    { subject },
    html`${paragraphs.map(paragraph)}${action && mailButton(action.label, `${reader.publicUrl}${action.path}`)}${
      facts && factTable(facts)
    }${closingParagraph(closing)}`,
    reader,
  );
