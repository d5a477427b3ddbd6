import type { Language } from "@skucast/contracts/languages";
import type { AccountMail } from "@skucast/contracts/mails/account-mail";
import { unlinked } from "@skucast/contracts/mails/unlinked";
import type { MailContent } from "@skucast/mail/mail-content";
import { deviceText } from "../language/device-text.js";
import { cleanText } from "../pages/clean-text.js";
import { fellowsText } from "../pages/first-proof-note.js";
import { formatMinute } from "../pages/format-minute.js";
import { TEXTS } from "../texts/texts.js";

/** A name without a visible character must not leave a gap in a sentence. */
const nameOf = (text: string): string => unlinked(cleanText(text)) || "…";
/**
 * A name in a subject, which people read before they know who sent the mail: short, and without the quotation marks that
 * would end the quotation and continue in our voice.
 */
const nameInSubject = (text: string): string =>
  unlinked(cleanText(text.replace(DOUBLE_QUOTES, ""), SUBJECT_NAME_LENGTH_MAX)) || "…";
const SUBJECT_NAME_LENGTH_MAX = 40;
const DOUBLE_QUOTES = /["“”„‟«»「」『』〝〞＂]/gu;

/** The mails whose sentences are written when they are sent. */
export type SentenceMail = Exclude<AccountMail, { kind: "notice" }>;

/** The content of a mail in a language. */
export function contentOf(mail: SentenceMail, language: Language): MailContent {
  const words = TEXTS[language].mails;
  const origin = (values: Origin) => originFacts(values, language);
  switch (mail.kind) {
    case "sign_up": {
      const { subject, sentences, button, closing } = words.signUp;
      const action = { label: button, path: mail.path };
      return { subject, paragraphs: sentences(mail.minutes), action, facts: origin(mail), closing };
    }
    case "account_exists": {
      const { subject, sentences, button, closing } = words.accountExists;
      const action = { label: button, path: mail.path };
      return { subject, paragraphs: sentences, action, facts: origin(mail), closing };
    }
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
      const inviter = inviterOf(mail) ?? byKey;
      const role = TEXTS[language].forms.roles[mail.role];
      return {
        subject: subject(nameInSubject(mail.workspaceName)),
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
    case "app_connected": {
      const { subject, sentence, app, button, closing } = words.appConnected;
      const action = { label: button, path: "/account" };
      const facts = [[app, nameOf(mail.host)] as const, ...origin(mail)];
      return { subject, paragraphs: [sentence(nameOf(mail.workspaceName))], action, facts, closing };
    }
    case "credentials_changed": {
      const { changes, button, undo, ...closings } = words.credentialsChanged;
      const { subject, sentence } = changes[mail.change];
      const { firstProof, fellowMembers, keysKept } = TEXTS[language].signIn;
      const fellows = mail.firstProof?.fellows ?? [];
      const others = fellows.map((each) => [nameOf(each.workspaceName), fellowsText(each)] as const);
      const paragraphs = [
        sentence,
        ...(mail.firstProof ? [firstProof] : mail.change === "password_reset" ? [keysKept] : []),
        ...(others.length === 0 ? [] : [fellowMembers]),
        ...(mail.undo ? [undo.sentence(mail.undo.days)] : []),
      ];
      const detail = mail.detail === null ? [] : [[words.facts.what, detailOf(mail)] as const];
      const facts = [...others, ...detail, ...origin(mail)];
      if (mail.undo) {
        const action = { label: undo.button, path: mail.undo.path };
        return { subject, paragraphs, action, facts, closing: undo.closing };
      }
      const action = { label: button, path: "/account" };
      // The recipient is the former address, which no longer reaches the account.
      const closing = mail.change === "email_changed" ? closings.closingOfFormerAddress : closings.closing;
      return { subject, paragraphs, action, facts, closing };
    }
    case "recovery_code_used": {
      const { subject, sentence, left, button } = words.recoveryCodeUsed;
      const action = { label: button, path: "/account" };
      const { closing } = words.credentialsChanged;
      return { subject, paragraphs: [sentence, left(mail.left)], action, facts: origin(mail), closing };
    }
    case "wrong_codes": {
      const { subject, sentences, button, closing } = words.wrongCodes;
      const action = { label: button, path: "/account" };
      return { subject, paragraphs: sentences, action, facts: origin(mail), closing };
    }
    case "account_deleted": {
      const { subject, sentence, button, closing } = words.accountDeleted;
      const action = { label: button, path: "/sign-in" };
      return { subject, paragraphs: [sentence], action, facts: origin(mail), closing };
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
            subject: deletion.cancelledSubject(nameInSubject(mail.workspaceName)),
            paragraphs: deletion.cancelledSentences(person, workspace),
            action: { label: deletion.cancelledButton, path: "/settings" },
            closing,
          }
        : {
            subject: deletion.subject(nameInSubject(mail.workspaceName)),
            paragraphs: deletion.sentences(person, workspace),
            facts: [[deletion.deletedAt, formatMinute(new Date(mail.deletesAt), language)]],
            action: { label: deletion.button, path: "/settings" },
            closing,
          };
    }
    case "domain_proof": {
      const { endsAt, button, ...states } = words.domainProof;
      const { subject, sentence, uses } = states[mail.state];
      return {
        subject: subject(mail.domain),
        paragraphs: [sentence(mail.domain, nameOf(mail.workspaceName)), ...mail.uses.map((use) => uses[use])],
        ...(mail.endsAt !== null && { facts: [[endsAt, formatMinute(new Date(mail.endsAt), language)]] }),
        action: { label: button, path: "/settings" },
        closing: words.workspaceDeletion.closing,
      };
    }
  }
}

/** The inviter as name and address: people choose their names freely. Null for an API key. */
function inviterOf({ inviter, inviterEmail }: Extract<AccountMail, { kind: "invitation" }>): string | null {
  if (!inviterEmail) return inviter === null ? null : nameOf(inviter);
  return inviter === null || inviter === "" ? inviterEmail : `${nameOf(inviter)} (${inviterEmail})`;
}

/** A new address is shown as it is. Other details are names, which someone chose. */
const detailOf = ({ change, detail }: Extract<AccountMail, { kind: "credentials_changed" }>): string =>
  change === "email_changed" ? (detail ?? "") : nameOf(detail ?? "");

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
