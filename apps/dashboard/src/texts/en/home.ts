export const home = {
  lead: "What is published where, and what needs attention.",
  checklist: {
    title: "First steps",
    lead: "From your first product to a delivered file.",
    done: "done",
    open: "to do",
    steps: {
      key: { title: "Create an API key", why: "Your shop's system uses it to send products.", to: "/api-keys" },
      product: { title: "Add a product", why: "Send it over the API, or create it here.", to: "/products" },
      channel: { title: "Create a channel", why: "Its profile defines what a partner accepts.", to: "/channels" },
      destination: {
        title: "Connect a partner's SFTP server",
        why: "The file is delivered there.",
        untested: "The destination exists, but no test has passed yet.",
        failed: "The destination exists, but its last test failed. Open it to see why.",
        to: "/destinations",
      },
      feed: { title: "Create a feed", why: "It builds the channel's file, every night or on demand.", to: "/feeds" },
      delivered: { title: "Run the feed and check the delivery", why: "After that, it runs by itself.", to: "/feeds" },
    },
    progress: (done: number, all: number) => `${done} of ${all} done`,
  },
  feeds: {
    title: "Feeds",
    caption: "Feeds and their last runs",
    columns: { feed: "Feed", last: "Last run", when: "When", rows: "Rows", next: "Next" },
    never: "not yet",
    none: "No feeds yet.",
  },
  webhooks: {
    title: "Webhook deliveries in the last 24 hours",
    caption: "Webhook endpoints and their deliveries",
    columns: { endpoint: "Endpoint", status: "Status", attempts: "Attempts", rate: "Success" },
    none: "No webhook endpoints yet.",
    nothingSent: "nothing sent",
  },
  channels: {
    title: "Channels",
    caption: "Channels, their status and their products",
    none: "No channels yet.",
  },
} as const;
