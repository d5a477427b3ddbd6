import { SERVICE_NAME } from "@skucast/contracts/service";

const onceForHours = (hours: number) => `The link works once, for ${hours} hours.`;

/** Mails about accounts and invitations. */
export const mails = {
  signUp: {
    subject: "Finish creating your account",
    sentences: (minutes: number) => [
      `Open the page below to choose a password and create your ${SERVICE_NAME} account.`,
      `The link works once, for ${minutes} minutes.`,
    ],
    button: "Create your account",
    closing: "If you did not ask for this, ignore this email. Nothing was created.",
  },
  accountExists: {
    subject: "You already have an account",
    sentences: [
      `We received a request to create a ${SERVICE_NAME} account with this address. The address already has an account, so nothing was changed.`,
      "Sign in instead. If you do not know your password, choose a new one from the sign-in page.",
    ],
    button: "Sign in",
    closing: "If you did not ask for this, ignore this email.",
  },
  verifyEmail: {
    subject: "Confirm your email address",
    sentences: (hours: number) => [
      `Confirm that you read mail at this address. ${SERVICE_NAME} uses it to reset your password and to tell you about changes of your account.`,
      onceForHours(hours),
    ],
    button: "Confirm this address",
    closing: "If you did not create an account, ignore this email.",
  },
  resetPassword: {
    subject: "Reset your password",
    sentences: (minutes: number) => [
      "We received a request to reset the password of your account.",
      `The link works once, for ${minutes} minutes. Your password stays as it is until you choose a new one.`,
    ],
    button: "Choose a new password",
    closing: "If you did not ask for this, ignore this email. The link is of no use without your mailbox.",
  },
  invitation: {
    subject: (workspace: string) => `${SERVICE_NAME}: invitation to the workspace “${workspace}”`,
    byKey: "An API key of the workspace",
    sentences: (inviter: string, workspace: string, role: string, days: number) => [
      `${inviter} invites you to the workspace ${workspace} as ${role}.`,
      `The link works once, for ${days} days.`,
    ],
    button: "View the invitation",
    closing: "If you do not know the sender, ignore this email.",
  },
  newDevice: {
    subject: "New sign-in to your account",
    sentences: ["Your account was used in a browser that it was not used in before."],
    button: "Review your browsers",
    closing: "If this was not you, sign that browser out and change your password.",
  },
  appConnected: {
    subject: "An app was connected to your account",
    sentence: (workspace: string) => `An app can now act for you in ${workspace}, for up to a year.`,
    app: "App",
    button: "Review your apps",
    closing: "If this was not you, disconnect the app and change your password.",
  },
  credentialsChanged: {
    button: "Review your account",
    undo: {
      sentence: (days: number) =>
        `If this was not you, use the button within ${days} days. You then choose a new password, every browser is signed out, connected apps lose their access, and passkeys, authenticator apps and recovery codes that were added since are removed.`,
      button: "This was not me",
      closing: "If this was you, there is nothing to do.",
    },
    closing: "If this was not you, reset your password at once and sign out of all other browsers.",
    closingOfFormerAddress:
      "If this was not you, sign in with the new address and your password, and change the password at once. If that fails, ask the owners of your workspaces or the operator of this service for help: a reset no longer reaches your account from this address.",
    changes: {
      password_changed: {
        subject: "Your password was changed",
        sentence: "The password of your account was changed. All other browsers were signed out.",
      },
      password_reset: {
        subject: "Your password was reset",
        sentence:
          "The password of your account was reset by a mailed link. All browsers were signed out, and your connected apps lost their access. To use an app again, connect it from the app.",
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
    },
  },
  recoveryCodeUsed: {
    subject: "A recovery code was used",
    sentence: "A recovery code was used in place of your second factor. It does not work again.",
    left: (count: number) =>
      count === 0
        ? "You have no recovery codes left. Create new ones."
        : `Recovery codes left: ${count}. If you lost your device, remove it from your account.`,
    button: "Review your account",
  },
  wrongCodes: {
    subject: "Another person may know your password",
    sentences: [
      "Your password was entered correctly, and then several wrong codes of your authenticator app or wrong recovery codes. Your account was not opened with them.",
      "If this was not you, another person knows your password. Change it now, and wherever else you use it.",
    ],
    button: "Change your password",
    closing: "If you mistyped the codes yourself, ignore this email. We send it at most once a day.",
  },
  accountDeleted: {
    subject: "Your account was deleted",
    sentence: `Your ${SERVICE_NAME} account was deleted, with its credentials, sessions and memberships. It cannot be restored.`,
    button: `Open ${SERVICE_NAME}`,
    closing:
      "If this was not you, another person had access to your account: tell the owners of your workspaces or the operator of this service.",
  },
  changeEmail: {
    subject: "Confirm the new email address of your account",
    toNewAddress: "Confirm that this is the new address of your account.",
    toPresentAddress: (email: string) => `Confirm that ${email} is the new address of your account.`,
    sentences: (hours: number) => ["The address changes once both addresses have confirmed it.", onceForHours(hours)],
    button: "Confirm the change",
    closingOfNewAddress: "If you did not ask for this, ignore this email.",
    closingOfPresentAddress: "If you did not ask for this, ignore this email and change your password.",
  },
  workspaceDeletion: {
    subject: (workspace: string) => `${SERVICE_NAME}: the workspace “${workspace}” will be deleted`,
    sentences: (person: string, workspace: string) => [
      `${person} requested the deletion of the workspace ${workspace}. Until it is deleted, it can be read and not changed.`,
      "Any owner can cancel the deletion until then.",
    ],
    button: "Review the deletion",
    deletedAt: "Deleted at",
    cancelledSubject: (workspace: string) => `${SERVICE_NAME}: the workspace “${workspace}” will not be deleted`,
    cancelledSentences: (person: string, workspace: string) => [
      `${person} cancelled the deletion of the workspace ${workspace}.`,
    ],
    cancelledButton: "Open the workspace",
    closing: "You receive this email because you are an owner of the workspace.",
  },
  domainProof: {
    missing: {
      subject: (domain: string) => `The proof of ${domain} is missing`,
      sentence: (domain: string, workspace: string) =>
        `We no longer find the DNS record or file that proves that ${domain} belongs to the workspace ${workspace}. Publish it again, or the proof ends at the time below.`,
      uses: {
        single_sign_on: "Single sign-on then no longer works for addresses of the domain.",
        directory: "The public directory then no longer shows products that link to the domain.",
      },
    },
    ended: {
      subject: (domain: string) => `The proof of ${domain} has ended`,
      sentence: (domain: string, workspace: string) =>
        `The DNS record or file that proves that ${domain} belongs to the workspace ${workspace} was missing for too long. Publish it and verify the domain again to use it.`,
      uses: {
        single_sign_on: "Single sign-on no longer works for addresses of the domain.",
        directory: "The public directory no longer shows products that link to the domain.",
      },
    },
    taken: {
      subject: (domain: string) => `Another workspace has proven ${domain}`,
      sentence: (domain: string, workspace: string) =>
        `Another workspace has published its DNS record for ${domain}, so the proof of the workspace ${workspace} has ended. To use the domain again, publish the new record from the settings and verify it.`,
      uses: {
        single_sign_on: "Single sign-on no longer works for addresses of the domain.",
        directory: "The public directory no longer shows products that link to the domain.",
      },
    },
    endsAt: "Proof ends at",
    button: "Review the domain",
  },
  facts: { what: "What", browser: "Browser", ipAddress: "IP address", unknown: "unknown", time: "Time" },
};
