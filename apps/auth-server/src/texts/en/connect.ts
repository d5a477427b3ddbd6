import { html } from "@skucast/http-kit/html";

/** The pages on which a person connects an app. */
export const connect = {
  title: (host: string) => `Connect ${host}`,
  question: (service: string) => `Connect an app to ${service}?`,
  wantsToUse: (service: string) => `wants to use ${service} on your behalf.`,
  verified: "verified",
  callsItself: (name: string) => `It calls itself “${name}”.`,
  website: (url: string) => `Its website, as it states: ${url}.`,
  loopback: html`<strong>This is a program on your own computer.</strong>
Any program on it can claim this name. Allow it only if you just started the connection yourself.`,
  unverified: (host: string) => html`<strong>We have not verified this app.</strong> Any app can claim any name.
Allow it only if you trust ${host} and started the connection yourself.`,
  disconnectHint: "You can disconnect the app at any time. Changes that it made are kept.",
  allow: "Allow",
  deny: "Deny",
  signedInAs: (email: string) => `Signed in as ${email}.`,
  noWorkspace: (path: string) =>
    html`You are not a member of any workspace yet. <a href="${path}">Create a workspace</a> to continue.`,
  workspace: "Workspace",
  onlyWorkspace: (name: string, role: string) => html`Workspace: <strong>${name}</strong> (your role: ${role})`,
  workspaceHint: "The app gets access to this workspace only.",
  access: "Access",
  accesses: {
    chosen: [
      "Selected permissions",
      "The permissions that the app requests are selected below. You can add or remove some.",
    ],
    read: ["Read", "View everything, change nothing."],
    edit: ["Edit", "Read, and create, change and delete products."],
    publish: ["Publish", "Edit, and change channels, and change and run feeds."],
  },
  permissions: "Permissions",
  notRequested: "Not requested by the app.",
  roleForbids: "Your role does not allow this.",
  notIn: (workspaces: string) => `Not in ${workspaces}.`,
  scopes: {
    "products:read": "View your products",
    "products:write": "Create, change and delete your products",
    "channels:read": "View your channels and the issues of their products",
    "channels:write": "Create, change and delete your channels, including what they publish",
    "feeds:read": "View your feeds, their files and their destinations",
    "feeds:write": "Create, change, run and delete feeds, including their destinations",
    "webhooks:read": "View your webhook endpoints, events with their product data, and deliveries",
    "webhooks:write": "Create, change and delete webhook endpoints, which receive your data",
  },
  manyRequests: "Too many requests",
  manyRequestsSentence: "Wait a minute, then connect the app again.",
  impossible: "This app cannot be connected",
  invalidRequest: (reason: string) => `The app's request is not valid (${reason}). Go back to the app and try again.`,
  errors: {
    invalid_client:
      "The app that sent you here is not known to us, or its registration expired. Connect it again from the app.",
    invalid_redirect_uri: "The app asked to send you to a URL that it has not registered, so you were not redirected.",
    login_required:
      "The app wanted to connect without asking you, which is not possible. Connect it again from the app.",
    server_error: "Something failed on our side. Wait a few seconds, then connect the app again.",
  },
  goBack: (host: string) => `Go back to ${host}`,
};
