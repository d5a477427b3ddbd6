import { withInlineLogo } from "@skucast/mail/logo";

/** The HTML of a mail as a browser shows it, which has no attachments. */
export const previewHtml = (html: string): string => withInlineLogo(html);
