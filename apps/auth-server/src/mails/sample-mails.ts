import type { AccountMail, CredentialChange } from "@skucast/contracts/mails/account-mail";

const LINK_SECRET = "0".repeat(43);
const origin = { device: "Firefox on Linux", ip: "203.0.113.7", at: "2026-11-26T12:00:00.000Z" };
const name = "Ada Example";
const UNDO = { path: `/secure-account/${LINK_SECRET}`, days: 3 };

/** What each change of credentials names. */
const DETAILS = {
  password_changed: null,
  password_reset: null,
  authenticator_added: null,
  authenticator_removed: null,
  recovery_codes_replaced: null,
  passkey_added: "Ada's phone",
  passkey_removed: "Ada's phone",
  email_changed: "ada@new.example",
  single_sign_on_connected: "Acme Store",
} satisfies Record<CredentialChange, string | null>;

/** One mail of each kind and variant, for previews and tests. */
export const SAMPLE_MAILS: readonly AccountMail[] = [
  { kind: "sign_up", path: `/sign-up/${LINK_SECRET}`, minutes: 60, ...origin },
  { kind: "account_exists", path: "/sign-in", ...origin },
  { kind: "verify_email", name, path: `/verify-email/${LINK_SECRET}`, hours: 48 },
  { kind: "reset_password", name, path: `/reset-password/${LINK_SECRET}`, minutes: 60, ...origin },
  {
    kind: "invitation",
    workspaceName: "Acme Store",
    inviter: name,
    inviterEmail: "ada@shop.example",
    role: "editor",
    path: `/invitations/${LINK_SECRET}`,
    days: 7,
  },
  { kind: "new_device", name, ...origin },
  { kind: "app_connected", name, host: "app.example", workspaceName: "Acme Store", ...origin },
  ...Object.entries(DETAILS).map(([change, detail]) => ({
    kind: "credentials_changed" as const,
    name,
    change: change as CredentialChange,
    detail,
    undo: change === "email_changed" ? null : UNDO,
    ...origin,
  })),
  {
    kind: "credentials_changed",
    name,
    change: "password_reset",
    detail: null,
    undo: UNDO,
    firstProof: { fellows: [{ workspaceName: "Acme Store", emails: ["eve@shop.example"], count: 1 }] },
    ...origin,
  },
  { kind: "recovery_code_used", name, left: 7, ...origin },
  { kind: "wrong_codes", name, ...origin },
  { kind: "account_deleted", name, ...origin },
  {
    kind: "change_email",
    name,
    newEmail: "ada@new.example",
    isNewAddress: false,
    path: `/change-email/from/${LINK_SECRET}`,
    hours: 24,
  },
  {
    kind: "change_email",
    name,
    newEmail: "ada@new.example",
    isNewAddress: true,
    path: `/change-email/to/${LINK_SECRET}`,
    hours: 24,
  },
  {
    kind: "workspace_deletion",
    workspaceName: "Acme Store",
    by: name,
    isCancelled: false,
    deletesAt: "2026-12-10T12:00:00.000Z",
  },
  {
    kind: "workspace_deletion",
    workspaceName: "Acme Store",
    by: name,
    isCancelled: true,
    deletesAt: "2026-12-10T12:00:00.000Z",
  },
  ...(["missing", "ended", "taken"] as const).map((state) => ({
    kind: "domain_proof" as const,
    workspaceName: "Acme Store",
    domain: "shop.example",
    state,
    uses: ["single_sign_on" as const, "directory" as const],
    endsAt: state === "missing" ? "2026-12-10T12:00:00.000Z" : null,
  })),
];
