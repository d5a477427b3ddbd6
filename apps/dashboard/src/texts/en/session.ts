export const session = {
  noWorkspace: {
    title: "You work in no workspace just now",
    sentence:
      "A workspace holds products, channels and everything else. Create one, choose one of yours on the page of your account, or ask to be invited.",
    create: "Create a workspace",
    account: "Your account",
  },
} as const;
