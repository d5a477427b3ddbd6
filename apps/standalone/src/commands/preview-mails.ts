import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { publicUrlOf } from "@skucast/app-kit/open-origin";
import { renderMail } from "@skucast/auth-server/mails/render-mail";
import { SAMPLE_MAILS } from "@skucast/auth-server/mails/sample-mails";
import { LANGUAGES } from "@skucast/contracts/languages";
import { type Command, UsageError } from "./command.js";

export const previewMails: Command = {
  words: "mails preview",
  usage: "mails preview FOLDER",
  summary: "Write every kind of mail as plain text and HTML into a folder, in every language, with sample values.",
  takes: ["FOLDER"],
  options: [],
  run: async ({ settings, args, print }) => {
    const [folder] = args;
    if (folder === undefined) throw new UsageError("Name the folder: mails preview previews");
    for (const language of LANGUAGES) {
      const place = join(resolve(folder), language);
      mkdirSync(place, { recursive: true });
      for (const [i, mail] of SAMPLE_MAILS.entries()) {
        const { subject, text, html } = renderMail({ mail, language }, publicUrlOf(settings));
        const name = join(place, `${String(i + 1).padStart(2, "0")}-${mail.kind}`);
        writeFileSync(`${name}.txt`, `Subject: ${subject}\n\n${text}`);
        writeFileSync(`${name}.html`, html);
      }
    }
    print(
      `Wrote ${SAMPLE_MAILS.length} mails in ${LANGUAGES.length} languages, each as text and HTML, to ${resolve(folder)}.`,
    );
    return undefined;
  },
};
