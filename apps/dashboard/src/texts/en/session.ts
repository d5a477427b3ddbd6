export const session = {
  noWorkspace: {
    title: "No workspace selected",
    sentence:
      "A workspace contains products, channels and everything else. Create one, choose one on your account page, or ask for an invitation.",
    create: "Create a workspace",
    account: "Your account",
  },
  signedOut: {
    sentence: "You have been signed out. Unsaved input stays here while you sign in again in another tab.",
    signIn: "Sign in in a new tab",
  },
  refused: {
    title: "You do not have access",
    role: {
      owner: "Your role does not allow it.",
      admin: "Your role does not allow it.",
      editor:
        "You are an editor here. You can change products, channels, feeds and webhooks, but not manage the workspace.",
      viewer: "You are a viewer here. You can view products, channels, feeds and webhooks, but not change them.",
    },
    channels: "You have access to some channels of this workspace. This page concerns the whole workspace.",
    whoCan: (workspace: string) => `An owner or admin of ${workspace} can do it, or change your access.`,
  },
  standing: {
    label: "What you may do here",
    viewer: "You are a viewer. You can view this workspace, but not change it.",
    channels: (channels: string) => `You have access to ${channels}.`,
    whoCan: "An owner or admin can change that.",
  },
} as const;
