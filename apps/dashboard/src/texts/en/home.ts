export const home = {
  lead: "What is published, and what needs your attention.",
  checklist: {
    title: "Get started",
    lead: "From your first product to your first delivered file.",
    done: "Done",
    open: "To do",
    steps: {
      key: { title: "Create an API key", why: "Your shop's system needs it to send products.", to: "/api-keys" },
      product: {
        title: "Add a product",
        why: "Send it over the API, import a file, or create it here.",
        to: "/products",
      },
      channel: {
        title: "Create a channel",
        why: "A channel defines what a partner accepts and shows what each product lacks.",
        to: "/channels",
      },
      destination: {
        title: "Connect a partner's SFTP server",
        why: "Files are delivered to it.",
        untested: "You have added a destination, but no test has passed yet.",
        failed: "The last test of your destination failed. Open it to see why.",
        to: "/destinations",
      },
      feed: { title: "Create a feed", why: "A feed builds the channel's file every night or on demand.", to: "/feeds" },
      delivered: {
        title: "Run the feed and check the delivery",
        why: "After that, it runs on its schedule.",
        to: "/feeds",
      },
    },
    progress: (done: number, all: number) => `${done} of ${all} done`,
  },
  feeds: {
    title: "Feeds",
    caption: "Feeds and their last runs",
    columns: { feed: "Feed", last: "Last run", when: "When", rows: "Rows", next: "Next" },
    never: "Not run yet",
    none: "No feeds yet. Create one under Feeds and runs.",
  },
  webhooks: {
    title: "Webhook deliveries in the last 24 hours",
    caption: "Webhook endpoints and their deliveries",
    columns: { endpoint: "Endpoint", status: "Status", attempts: "Attempts", rate: "Success rate" },
    none: "No webhook endpoints yet. Create one under Webhooks.",
    nothingSent: "Nothing sent",
  },
  channels: {
    title: "Channels",
    caption: "Channels, their status and their products",
    none: "No channels yet. Create one under Channels.",
  },
} as const;
