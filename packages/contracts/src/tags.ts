/** Description of each tag, in the order of the API reference. */
export const TAGS: Readonly<Record<string, string>> = {
  Products:
    "Products that you sell. Write them one by one, in batches or from files; read them by SKU, in pages or as they change.",
  Imports: "Product files that are imported in the background.",
  Sources: "Product files that are fetched from your shop on a schedule and imported.",
  Channels: "Where products are published, how they are mapped, and their issues.",
  "Channel profiles": "What each kind of channel accepts.",
  Feeds: "Files of a channel: format, schedule, guards and deliveries.",
  Runs: "Each run creates and delivers a feed's files.",
  "Pull credentials": "Credentials with which partners fetch a feed's files.",
  Destinations: "Partners' SFTP servers to which files are pushed.",
  "Webhook endpoints": "URLs to which events are sent, with their keys, tests and recoveries.",
  Deliveries: "The delivery of one event to one endpoint, with its attempts.",
  Events: "The event log and the catalog of event types.",
  Live: "Hints to open pages about what has changed.",
  Token: "The principal behind a token, and the user's workspaces.",
  Workspace: "The workspace's own settings.",
  Members: "Users of the workspace and their roles.",
  Invitations: "Invitations to become a member.",
  "API keys": "Keys for programs.",
  "Connected apps": "Apps that users allowed to act for them.",
  "Audit log": "Who did what, and from where.",
};
