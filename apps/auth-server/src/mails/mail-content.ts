import type { AccountMail, CredentialChange } from "@skucast/contracts/mails/account-mail";
import { SERVICE_NAME } from "@skucast/contracts/service";
import { cleanText } from "../pages/clean-text.js";
import { formatMinute } from "../pages/format-minute.js";

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

/** The content of a mail. */
export function contentOf(mail: AccountMail): MailContent {
  switch (mail.kind) {
    case "verify_email":
      return {
        subject: "Confirm your email address",
        paragraphs: [
          `Confirm that you read mail at this address. ${SERVICE_NAME} uses it to reset your password and to tell you about changes of your account.`,
          `The link works once, for ${mail.hours} hours.`,
        ],
        action: { label: "Confirm this address", path: mail.path },
        closing: "If you did not create an account, ignore this mail.",
      };
    case "reset_password":
      return {
        subject: "Reset your password",
        paragraphs: [
          "We received a request to reset the password of your account.",
          `The link works once, for ${mail.minutes} minutes. Your password stays as it is until you choose a new one.`,
        ],
        action: { label: "Choose a new password", path: mail.path },
        facts: originFacts(mail),
        closing: "If you did not ask for this, ignore this mail. The link is of no use without your mailbox.",
      };
    case "invitation":
      return {
        subject: `Invitation to ${nameOf(mail.workspaceName)}`,
        paragraphs: [
          `${mail.inviter === null ? "An API key of the workspace" : nameOf(mail.inviter)} invites you to the workspace ${nameOf(mail.workspaceName)} as ${mail.role}.`,
          `The link works once, for ${mail.days} days.`,
        ],
        action: { label: "View the invitation", path: mail.path },
        closing: "If you do not know the sender, ignore this mail.",
      };
    case "new_device":
      return {
        subject: "New sign-in to your account",
        paragraphs: ["Your account was used in a browser that it was not used in before."],
        action: { label: "Review your browsers", path: "/account" },
        facts: originFacts(mail),
        closing: "If this was not you, sign that browser out and change your password.",
      };
    case "credentials_changed":
      return {
        subject: CHANGES[mail.change].subject,
        paragraphs: [CHANGES[mail.change].sentence],
        action: { label: "Review your account", path: "/account" },
        facts: [...(mail.detail === null ? [] : [["What", mail.detail] as const]), ...originFacts(mail)],
        closing: "If this was not you, reset your password at once and sign out of all other browsers.",
      };
    case "change_email":
      return {
        subject: "Confirm the new email address of your account",
        paragraphs: [
          mail.isNewAddress
            ? "Confirm that this is the new address of your account."
            : `Confirm that ${mail.newEmail} is the new address of your account.`,
          "The address changes once both addresses have confirmed it.",
          `The link works once, for ${mail.hours} hours.`,
        ],
        action: { label: "Confirm the change", path: mail.path },
        closing: mail.isNewAddress
          ? "If you did not ask for this, ignore this mail."
          : "If you did not ask for this, ignore this mail and change your password.",
      };
    case "workspace_deletion":
      return mail.isCancelled
        ? {
            subject: `${nameOf(mail.workspaceName)} will not be deleted`,
            paragraphs: [`${nameOf(mail.by)} cancelled the deletion of the workspace ${nameOf(mail.workspaceName)}.`],
            action: { label: "Open the workspace", path: "/settings" },
            closing: "You receive this mail because you are an owner of the workspace.",
          }
        : {
            subject: `${nameOf(mail.workspaceName)} will be deleted`,
            paragraphs: [
              `${nameOf(mail.by)} requested the deletion of the workspace ${nameOf(mail.workspaceName)}. Until it is deleted, it can be read and not changed.`,
              "Any owner can cancel the deletion until then.",
            ],
            facts: [["Deleted at", formatMinute(new Date(mail.deletesAt))]],
            action: { label: "Review the deletion", path: "/settings" },
            closing: "You receive this mail because you are an owner of the workspace.",
          };
  }
}

const CHANGES = {
  password_changed: {
    subject: "Your password was changed",
    sentence: "The password of your account was changed. All other browsers were signed out.",
  },
  password_reset: {
    subject: "Your password was reset",
    sentence: "The password of your account was reset by a mailed link. All browsers were signed out.",
  },
  authenticator_added: {
    subject: "An authenticator app was added",
    sentence: "Signing in to your account now requires a code of an authenticator app.",
  },
  authenticator_removed: {
    subject: "Your authenticator app was removed",
    sentence: "Signing in to your account no longer requires a code.",
  },
  recovery_codes_replaced: {
    subject: "Your recovery codes were replaced",
    sentence: "Your account has new recovery codes. The former ones no longer work.",
  },
  passkey_added: { subject: "A passkey was added", sentence: "A passkey can now sign in to your account." },
  passkey_removed: {
    subject: "A passkey was removed",
    sentence: "A passkey was removed from your account and no longer signs in.",
  },
  single_sign_on_connected: {
    subject: "Single sign-on was connected with your account",
    sentence: "The identity provider of a workspace can now sign in to that workspace with your account.",
  },
  email_changed: { subject: "Your email address was changed", sentence: "Your account has a new email address." },
} as const satisfies Record<CredentialChange, { readonly subject: string; readonly sentence: string }>;

const originFacts = ({
  device,
  ip,
  at,
}: {
  readonly device: string;
  readonly ip: string | null;
  readonly at: string;
}) =>
  [
    ["Browser", device],
    ["IP address", ip ?? "unknown"],
    ["Time", formatMinute(new Date(at))],
  ] as const;
