import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { publicUrlOf } from "@skucast/app-kit/open-origin";
import { previewHtml } from "@skucast/auth-server/mails/preview-html";
import { renderMail } from "@skucast/auth-server/mails/render-mail";
import { SAMPLE_MAILS } from "@skucast/auth-server/mails/sample-mails";
import { LANGUAGES, type Language } from "@skucast/contracts/languages";
import { SAMPLE_IMPORT_NOTICES } from "@skucast/importer/texts/sample-notices";

import { SAMPLE_RUN_NOTICES } from "@skucast/sftp-exporter/notices/sample-notices";
import { SAMPLE_ENDPOINT_NOTICES } from "@skucast/webhook-dispatcher/notices/sample-notices";
import { writeNotice } from "@skucast/webhook-dispatcher/notices/write-notice";
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
    let count = 0;
    for (const language of LANGUAGES) {
      const place = join(resolve(folder), language);
      mkdirSync(place, { recursive: true });
      const mails = mailsIn(language, publicUrlOf(settings));
      count = mails.length;
      for (const [i, { kind, subject, text, html }] of mails.entries()) {
        const name = join(place, `${String(i + 1).padStart(2, "0")}-${kind}`);
        writeFileSync(`${name}.txt`, `Subject: ${subject}\n\n${text}`);
        writeFileSync(`${name}.html`, previewHtml(html));
      }
    }
    print(`Wrote ${count} mails in ${LANGUAGES.length} languages, each as text and HTML, to ${resolve(folder)}.`);
    return undefined;
  },
};

const NOTICES = { ...SAMPLE_RUN_NOTICES, ...SAMPLE_IMPORT_NOTICES, ...SAMPLE_ENDPOINT_NOTICES };

/** The mails about accounts, then those about problems in a workspace. */
const mailsIn = (language: Language, publicUrl: string) => [
  ...SAMPLE_MAILS.map((mail) => ({ kind: mail.kind as string, ...renderMail({ mail, language }, publicUrl) })),
  ...Object.entries(NOTICES).map(([kind, texts]) => ({
    kind,
    ...writeNotice(texts[language], { workspace: "Acme Store", language, publicUrl }),
  })),
];
