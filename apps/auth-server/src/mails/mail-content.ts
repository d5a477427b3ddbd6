import type { Language } from "@skucast/contracts/languages";
import type { AccountMail } from "@skucast/contracts/mails/account-mail";
import { deviceText } from "../language/device-text.js";
import { cleanText } from "../pages/clean-text.js";
import { formatMinute } from "../pages/format-minute.js";
import { TEXTS } from "../texts/texts.js";

/** The text of a mail, from which its plain text and its HTML are written. */
export interface MailContent {
  readonly subject: string;
  /** Paragraphs before the button. */
  readonly paragraphs: readonly string[];
  /** The button, with a path of the deployment. */
  readonly action?: { readonly label: string; readonly path: string };
  /** Facts by name, for example when and from where. */
  readonly facts?: readonly (readonly [name: string, value: string])[];
  /** What to do if the person did not cause the mail. */
  readonly closing: string;
}

/** Links are removed from names: mail programs would otherwise make them links that we seem to recommend. */
const LINK = /(?:https?:\/\/|www\.)\S*|\S+\.\S+\/\S*/gi;
const nameOf = (text: string): string => cleanText(text.replace(LINK, "…"));

/** The content of a mail in a language. */
export function contentOf(mail: AccountMail, language: Language): MailContent {
  const words = TEXTS[language].mails;
  const origin = (values: Origin) => originFacts(values, language);
  switch (mail.kind) {
    case "verify_email": {
      const { subject, sentences, button, closing } = words.verifyEmail;
      return { subject, paragraphs: sentences(mail.hours), action: { label: button, path: mail.path }, closing };
    }
    case "reset_password": {
      const { subject, sentences, button, closing } = words.resetPassword;
      const action = { label: button, path: mail.path };
      return { subject, paragraphs: sentences(mail.minutes), action, facts: origin(mail), closing };
    }
    case "invitation": {
      const { subject, byKey, sentences, button, closing } = words.invitation;
      const workspace = nameOf(mail.workspaceName);
      const inviter = mail.inviter === null ? byKey : nameOf(mail.inviter);
      const role = TEXTS[language].forms.roles[mail.role];
      return {
        subject: subject(workspace),
        paragraphs: sentences(inviter, workspace, role, mail.days),
        action: { label: button, path: mail.path },
        closing,
      };
    }
    case "new_device": {
      const { subject, sentences, button, closing } = words.newDevice;
      const action = { label: button, path: "/account" };
      return { subject, paragraphs: sentences, action, facts: origin(mail), closing };
    }
    case "credentials_changed": {
      const { changes, button, closing } = words.credentialsChanged;
      const { subject, sentence } = changes[mail.change];
      const detail = mail.detail === null ? [] : [[words.facts.what, mail.detail] as const];
      const action = { label: button, path: "/account" };
      return { subject, paragraphs: [sentence], action, facts: [...detail, ...origin(mail)], closing };
    }
    case "change_email": {
      const { subject, toNewAddress, toPresentAddress, sentences, button, ...closings } = words.changeEmail;
      return {
        subject,
        paragraphs: [mail.isNewAddress ? toNewAddress : toPresentAddress(mail.newEmail), ...sentences(mail.hours)],
        action: { label: button, path: mail.path },
        closing: mail.isNewAddress ? closings.closingOfNewAddress : closings.closingOfPresentAddress,
      };
    }
    case "workspace_deletion": {
      const { closing, ...deletion } = words.workspaceDeletion;
      const workspace = nameOf(mail.workspaceName);
      const person = nameOf(mail.by);
      return mail.isCancelled
        ? {
            subject: deletion.cancelledSubject(workspace),
            paragraphs: deletion.cancelledSentences(person, workspace),
            action: { label: deletion.cancelledButton, path: "/settings" },
            closing,
          }
        : {
            subject: deletion.subject(workspace),
            paragraphs: deletion.sentences(person, workspace),
            facts: [[deletion.deletedAt, formatMinute(new Date(mail.deletesAt), language)]],
            action: { label: deletion.button, path: "/settings" },
            closing,
          };
    }
  }
}

interface Origin {
  readonly device: string;
  readonly ip: string | null;
  readonly at: string;
}

function originFacts({ device, ip, at }: Origin, language: Language) {
  const { facts } = TEXTS[language].mails;
  return [
    [facts.browser, deviceText(device, TEXTS[language])],
    [facts.ipAddress, ip ?? facts.unknown],
    [facts.time, formatMinute(new Date(at), language)],
  ] as const;
}
