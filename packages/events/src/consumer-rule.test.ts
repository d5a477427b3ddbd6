import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "@jest/globals";
import { EVENT_TYPES, type EventTypeName } from "@skucast/contracts/events/event-types";
import { type Envelope, renderEnvelope } from "./envelope.js";

/** The rule for receivers, as the guide shows it. */
type Rule = (event: Envelope) => boolean;
const GUIDE = fileURLToPath(new URL("../../../docs/how-to/receive-webhooks.md", import.meta.url));

function ruleOfTheGuide(): Rule {
  const [example] = /(?<=```js\n)(?:(?!```)[\s\S])*isNews[\s\S]*?(?=```)/.exec(readFileSync(GUIDE, "utf8")) ?? [];
  if (example === undefined) throw new Error("the guide does not show the rule");
  return new Function(`${example.replace("export function", "return function")}`)();
}

let count = 0;

/** An event as a receiver parses it, made from the example in the contracts. */
function eventOf(type: EventTypeName, sequence: number, objectId?: string): Envelope {
  count += 1;
  const known = EVENT_TYPES.find((one) => one.type === type);
  if (!known) throw new Error(`there is no ${type}`);
  const { object, previous } = known.example as Envelope["data"];
  return JSON.parse(
    renderEnvelope({
      id: `evt_${count}`,
      type,
      workspace_id: "ws_1",
      sequence,
      data: JSON.stringify({ object: { ...(object as object), ...(objectId && { id: objectId }) }, previous }),
      created_at: new Date(1_700_000_000_000 + count),
    }),
  );
}

const typesOf = (kind: "state" | "fact") => EVENT_TYPES.filter((event) => event.kind === kind).map(({ type }) => type);

test.each(EVENT_TYPES.map(({ type }) => [type]))("the object of %s has an id", (type) => {
  expect(eventOf(type, 1).data.object).toMatchObject({ id: expect.stringMatching(/^[a-z]+_/) });
});

test("an object is created, updated and deleted by state events; all else are facts", () => {
  expect(typesOf("state")).toEqual(
    ["product", "channel", "feed", "lookup_table", "source"].flatMap((noun) =>
      ["created", "updated", "deleted"].map((verb) => `${noun}.${verb}`),
    ),
  );
});

describe("the guide's rule", () => {
  test.each(typesOf("fact").map((type) => [type]))("acts on every %s once, in any order", (type) => {
    const isNews = ruleOfTheGuide();
    const events = [3, 1, 2, 2].map((sequence) => eventOf(type, sequence));
    expect(events.map(isNews)).toEqual([true, true, true, true]);
    expect(events.map(isNews)).toEqual([false, false, false, false]);
  });

  test.each(typesOf("state").map((type) => [type]))("acts on %s unless a later state was applied", (type) => {
    const isNews = ruleOfTheGuide();
    const [first, second, third] = [1, 2, 3].map((sequence) => eventOf(type, sequence));
    const other = eventOf(type, 1, "other_1");
    expect([first, third, second, third, other].map((event) => isNews(event as Envelope))).toEqual([
      true,
      true,
      false,
      false,
      true,
    ]);
  });

  test("loses no event of three runs of one feed whose events have the same sequences", () => {
    const isNews = ruleOfTheGuide();
    const runs = ["run_1", "run_2", "run_3"].flatMap((run) => [
      eventOf("feed.delivered", 5, run),
      eventOf("feed.delivery_failed", 6, run),
      eventOf("feed.run.succeeded", 7, run),
    ]);
    expect(runs.toReversed().map(isNews)).toEqual(runs.map(() => true));
  });
});
