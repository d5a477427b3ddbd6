export const session = {
  noWorkspace: {
    title: "You work in no workspace just now",
    sentence:
      "A workspace holds products, channels and everything else. Create one, choose one of yours on the page of your account, or ask to be invited.",
    create: "Create a workspace",
    account: "Your account",
  },
  signedOut: {
    sentence:
      "You have been signed out. What you typed here is not saved and stays while you sign in again in another tab.",
    signIn: "Sign in in a new tab",
  },
  refused: {
    title: "This is not open to you",
    role: {
      owner: "Your role does not allow it.",
      admin: "Your role does not allow it.",
      editor:
        "You are an editor here: you change products, channels, feeds and webhooks, and do not manage the workspace.",
      viewer: "You are a viewer here: you see products, channels, feeds and webhooks, and change nothing.",
    },
    channels:
      "You work with some channels of this workspace, and what belongs to them. This concerns the whole workspace.",
    whoCan: (workspace: string) => `An owner or admin of ${workspace} can do it, or change what you may do.`,
  },
  standing: {
    label: "What you may do here",
    viewer: "You are a viewer: you see this workspace, and change nothing.",
    channels: (channels: string) => `You work with ${channels} and what belongs to them.`,
    whoCan: "An owner or admin can change that.",
  },
} as const;
