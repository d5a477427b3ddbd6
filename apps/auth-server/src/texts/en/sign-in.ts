import { type HtmlValue, html } from "@skucast/http-kit/html";

const hours = (count: number) => `${count} hours`;

/** Signing in, signing up, mailed links and single sign-on. */
export const signIn = {
  title: "Sign in",
  forgot: "Forgot your password?",
  usePasskey: "Use a passkey",
  singleSignOn: "Continue with single sign-on",
  newHere: "New here?",
  signUp: "Create an account",
  signUpButton: "Create account",
  signUpSentence: "Enter your email address. We send a link to choose a password and create the account.",
  invitedSentence: "We send a link to the invited address, to choose a password and create the account.",
  signUpMailed: (email: string, minutes: number) =>
    `We sent an email to ${email}. The link in it works for ${minutes} minutes. If no new email arrives, use the newest one that you have, look into your spam folder, or try another address.`,
  startedElsewhere: (device: string, ip: string, time: string) =>
    `This sign-up was started in another browser: ${device}, IP address ${ip}, ${time}. Continue only if you started it.`,
  alreadyAccount: "You already have an account",
  alreadyAccountSentence: (email: string) =>
    `${email} already has an account. Sign in. If you do not know the password, choose a new one there.`,
  haveAccount: "Already have an account?",
  yourName: "Your name",
  invitedTo: (workspace: string) => html`You are invited to <strong>${workspace}</strong>.`,
  invitedEmail: "The invitation was sent to this email address.",
  workspaceHint: "For example your company or shop. You can create more later.",
  enterCode: "Enter your code",
  startAgain: "Start again",
  signOut: "Sign out",
  signOutQuestion: "Sign out?",
  signedInAs: (email: string) =>
    `You are signed in as ${email} in this browser. Apps that you connected stay connected.`,
  staySignedIn: "Stay signed in",
  signedOut: "Signed out",
  signedOutSentence: "You are signed out of this browser.",
  signInAgain: "Sign in again",
  noMails: "This deployment sends no emails. Ask its operator to set a mail server.",
  forgotSentence: "Enter the address of your account. We send a link to choose a new password.",
  sendLink: "Send the link",
  mailLimit: (max: number) =>
    `Nothing there? Request it again, at most ${max} times an hour. The links in earlier emails keep working.`,
  sendAgain: "Send again",
  requestedAgain: "Requested again. It can take a few minutes to arrive.",
  checkMail: "Check your email",
  linkSent: (email: string, minutes: number) =>
    `If ${email} has an account, we sent it a link. It works for ${minutes} minutes. If no email arrives, look into your spam folder, or try another address.`,
  choosePassword: "Choose a new password",
  forAccount: (email: string) => `For the account ${email}.`,
  unprovenReset:
    "The address of this account was never confirmed, so someone else may have created it. The new password also removes its passkeys and codes, and revokes its connected apps, API keys, pull credentials and open invitations.",
  firstProof:
    "The address of this account had never been confirmed, so someone else may have created it. Its passkeys and codes were removed, and its connected apps, API keys, pull credentials and open invitations were revoked. Webhook endpoints, destinations and single sign-on were kept: check them in the dashboard.",
  fellowMembers:
    "These people can also use the workspaces of your account. In the dashboard, remove those whom you do not know:",
  addedSince: (time: string) => `This also removes what was added to the account since ${time}:`,
  addedRemoved: "This was removed:",
  addedRecoveryCodes: "Recovery codes",
  changePassword: "Change password",
  passwordChanged: "Your password was changed",
  passwordChangedSentence:
    "You were signed out of all browsers, and your connected apps lost their access. Sign in with the new password. To use an app again, connect it from the app.",
  keysKept: "API keys belong to your workspaces and keep working: check them in the dashboard, under API keys.",
  resetEnds: "The new password signs you out of all browsers and ends the access of your connected apps.",
  confirmEmail: "Confirm your email address",
  confirmEmailSentence: (email: string) => `Confirm that ${email} is your address.`,
  confirmEmailButton: "Confirm this address",
  confirmSignedIn: "Sign in to this account to confirm it.",
  accountOfAnother:
    "If someone else created the account with your address, choose a new password instead. It signs them out, removes their passkeys and codes, and revokes their apps, keys and invitations.",
  emailConfirmed: "Your address is confirmed",
  emailConfirmedSentence: (email: string) => `${email} is the confirmed address of your account.`,
  changeEmail: "Change your email address",
  changeEmailSentence: (email: string) =>
    `Confirm that ${email} becomes the address of your account. It changes once both addresses have confirmed it.`,
  changeEmailButton: "Confirm the change",
  emailHalf: ["Confirmed", "The address changes as soon as the other address has confirmed it too."] as const,
  emailChanged: ["Your email address was changed", "Sign in with the new address from now on."] as const,
  emailTaken: ["The address was not changed", "The new address belongs to another account."] as const,
  singleSignOnTitle: "Single sign-on",
  singleSignOnSentence: "Sign in with the account that your organization gave you.",
  continue: "Continue",
  withPassword: "Sign in with a password or passkey",
  confirmIdentity: "Confirm that it is you",
  needsRecent: (email: string) => `This action needs a recent sign-in. You are signed in as ${email}.`,
  needsPasskey: (email: string) =>
    `You are signed in as ${email} with the password alone. To change how you sign in, use one of your passkeys.`,
  orRecoveryCode: "If you have none of them at hand, enter your password and one of your recovery codes.",
  needsRecentSingleSignOn: (email: string) =>
    `This action needs a recent sign-in. You are signed in as ${email} with single sign-on.`,
  confirm: "Confirm",
  confirmWithPasskey: "Confirm with a passkey",
  singleSignOnAccount: (workspace: string | null) =>
    `You signed in with single sign-on${workspace === null ? "" : ` to ${workspace}`}. This session ends after at most ${hours(12)}. It reaches no other workspace and does not change your account. For that, sign out, then sign in with your password or a passkey.`,
  openWorkspace: (workspace: string) => `Open ${workspace}`,
  continueAt: (host: string) => `Continue at ${host}`,
  leaving: (workspace: string, host: string) => `You sign in to ${workspace} at ${host}. Your browser goes there now.`,
  connectAccount: "Connect your account",
  connectAccountSentence: (email: string, workspace: string) =>
    `${email} already has an account. To connect it with the single sign-on of ${workspace}, sign in to it once with its password or a passkey, then continue with single sign-on in the same browser.`,
  otherAccount: "You are signed in to another account. Sign out of it first.",
  signInToConnect: "Sign in to connect it",
  newPasskey: "Add a passkey",
  newPasskeySentence:
    "A passkey signs you in with your fingerprint, your face or the PIN of your device. It replaces the password and the code, and it cannot be used on a copied site.",
  needsScript: "Passkeys need JavaScript.",
  passkeyName: "Name of the passkey",
  passkeyNameHint: "So that you recognize it, for example the device.",
  invitation: {
    title: (workspace: string) => `Invitation to ${workspace}`,
    join: (workspace: string) => `Join ${workspace}`,
    invites: (inviter: HtmlValue, email: string, workspace: string) =>
      html`${inviter} invites <strong>${email}</strong> to the workspace
<strong>${workspace}</strong>.`,
    byKey: "An API key of the workspace",
    role: (sentence: string) => `Role: ${sentence}.`,
    roles: {
      owner: "owner: everything, including adding and removing owners",
      admin: "admin: everything, including members, keys and connected apps",
      editor: "editor: view and change products, channels and feeds",
      viewer: "viewer: view products, channels, feeds and webhooks, without changing anything",
    },
    restricted: (count: number, channels: string) =>
      `Restricted to ${channels} and the feeds, issues and files of ${count === 1 ? "it" : "them"}.`,
    expires: (date: string) => `The invitation can be used once and expires on ${date}.`,
    accept: "Accept",
    otherPerson: (signedIn: string, invited: string) => `You are signed in as ${signedIn}, but ${invited} was invited.`,
    signIn: "Sign in to accept",
    signUp: "Create an account to accept",
  },
};
