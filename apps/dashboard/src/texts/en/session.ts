export const session = {
  noWorkspace: {
    title: "No workspace selected",
    sentence:
      "Products, channels and feeds belong to a workspace. Create a workspace, choose one on your account page, or ask a colleague to invite you.",
    create: "Create workspace",
    account: "Your account",
  },
  secondFactor: {
    title: "This workspace requires a second factor",
    sentence:
      "Add an authenticator app or a passkey on your account page. If your account has one, confirm that it is you.",
    add: "Your account",
    confirm: "Confirm that it is you",
  },
  singleSignOn: {
    title: "This workspace requires single sign-on",
    sentence: "Sign in with the account that your organization gave you, or switch to another workspace.",
    start: "Continue with single sign-on",
    account: "Your account",
  },
  signedOut: {
    sentence: "You have been signed out. Sign in again in a new tab. Your unsaved changes stay here.",
    signIn: "Sign in in a new tab",
  },
  refused: {
    title: "You do not have access",
    role: {
      owner: "Your role does not allow this.",
      admin: "Your role does not allow this.",
      editor:
        "You are an editor. You can change products, channels, feeds and webhooks, but you cannot manage the workspace.",
      viewer: "You are a viewer. You can view products, channels, feeds and webhooks, but you cannot change them.",
    },
    channels: "You have access to some channels only. This page is for members with access to the whole workspace.",
    whoCan: (workspace: string) => `Ask an owner or admin of ${workspace} to do this or to change your access.`,
  },
  standing: {
    label: "Your permissions",
    viewer: "You are a viewer. You can view this workspace, but you cannot change it.",
    channels: (channels: string) => `You have access to ${channels}.`,
    whoCan: "An owner or admin can change this.",
  },
} as const;
