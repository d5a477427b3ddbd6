export const home = {
  lead: "How things stand.",
  checklist: {
    title: "First steps",
    lead: "From a product to a file at a partner's door.",
    done: "done",
    open: "to do",
    steps: {
      key: { title: "Make an API key", why: "Your shop's system sends products with it.", to: "/api-keys" },
      product: { title: "Send a product", why: "Over the API, or made here by hand.", to: "/products" },
      channel: { title: "Make a channel", why: "Its profile says what a partner accepts.", to: "/channels" },
      destination: {
        title: "Reach a partner's SFTP server",
        why: "Where the file is to go.",
        untested: "It is entered, and no test of it has passed yet.",
        failed: "It is entered, and its last test failed: look there for what is missing.",
        to: "/destinations",
      },
      feed: { title: "Make a feed", why: "The file of the channel, every night or now.", to: "/feeds" },
      delivered: { title: "Run it and see the file delivered", why: "Then it goes on by itself.", to: "/feeds" },
    },
    progress: (done: number, all: number) => `${done} of ${all} done`,
  },
  feeds: {
    title: "Feeds",
    caption: "Feeds and how they last went",
    columns: { feed: "Feed", last: "Last run", when: "When", rows: "Rows", next: "Next" },
    never: "not yet",
    none: "There is no feed yet.",
  },
  webhooks: {
    title: "Webhook deliveries, the last 24 hours",
    caption: "Webhook endpoints and how deliveries went",
    columns: { endpoint: "Endpoint", status: "Status", attempts: "Attempts", rate: "Success" },
    none: "There is no webhook endpoint yet.",
    nothingSent: "nothing sent",
  },
  channels: {
    title: "Channels",
    caption: "Channels, whether they publish, and how their products are",
    none: "There is no channel yet.",
  },
} as const;
