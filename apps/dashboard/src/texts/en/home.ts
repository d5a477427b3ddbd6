import { countText } from "../format.js";
import { general } from "./general.js";

export const home = {
  lead: "What is published, and what needs your attention.",
  attention: {
    title: "Needs your attention",
    good: "All good",
    nothing: "Nothing waits for a decision or a repair.",
    tones: { bad: "Urgent", warn: "Soon" },
    held: (feed: string) => `A run of ${feed} is held. Nothing is delivered until you release or discard it.`,
    failed: (feed: string) => `The last run of ${feed} failed. Its partners have the files of the run before.`,
    undelivered: (feed: string) => `The last run of ${feed} did not reach every destination.`,
    noAccess: (feed: string) => `No partner can fetch the files of ${feed} yet.`,
    destination: (name: string) => `The last test of ${name} failed.`,
    disabled: (url: string) => `${url} is disabled and receives no events.`,
    failing: (url: string) => `Deliveries to ${url} are failing.`,
    sourceHeld: (name: string) => `An import from ${name} is held.`,
    sourceFailing: (name: string) => `${name} cannot be fetched.`,
    invalid: (channel: string, count: number) =>
      `${countText(count, general.nouns.product)} with errors left out of the files of ${channel}.`,
    decide: "Review",
    seeWhy: "See why",
    repair: "Repair",
    giveAccess: "Create a credential",
    fix: "Fix products",
    actionOn: (action: string, text: string) => `${action}: ${text}`,
  },
  checklist: {
    title: "Get started",
    lead: "From your first product to your first delivered file.",
    done: "Done",
    open: "To do",
    steps: {
      product: {
        title: "Add a product",
        why: "Import the file that your shop exports, create it here, or send it over the API.",
      },
      channel: {
        title: "Create a channel",
        why: "A channel defines what a partner accepts and shows what each product lacks.",
      },
      destination: {
        title: "Connect a partner's SFTP server",
        why: "Files are delivered to it. Not needed if the partner fetches files from a URL.",
        untested: "You have added a destination, but no test has passed yet.",
        failed: "The last test of your destination failed. Open it to see why.",
      },
      feed: { title: "Create a feed", why: "A feed builds the channel's file every night or on demand." },
      delivered: {
        title: "Run the feed and check the delivery",
        why: "After that, it runs on its schedule.",
      },
    },
    progress: (done: number, all: number) => `${done} of ${all} done`,
  },
  feeds: {
    title: "Feeds",
    caption: "Feeds and their last runs",
    columns: { feed: "Feed", last: "Last run", when: "When", rows: "Rows", next: "Next" },
    never: "Not run yet",
    none: "No feeds yet.",
    create: "Create a feed",
  },
  webhooks: {
    title: "Webhook deliveries in the last 24 hours",
    caption: "Webhook endpoints and their deliveries",
    columns: { endpoint: "Endpoint", status: "Status", attempts: "Attempts", rate: "Success rate" },
    none: "No webhook endpoints yet.",
    create: "Create an endpoint",
    nothingSent: "Nothing sent",
  },
  channels: {
    title: "Channels",
    caption: "Channels, their status and their products",
    none: "No channels yet.",
    create: "Create a channel",
    columns: { name: "Channel", status: "Status" },
  },
} as const;
