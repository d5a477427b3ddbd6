import type { ResponseOf } from "../../api/client.js";
import { texts } from "../../texts/first-view.js";
import { countText } from "../../texts/format.js";

const { health: words } = texts.states;

type IssuesPage = Pick<ResponseOf<"listChannelIssues">, "is_complete"> & {
  readonly summary: Pick<NonNullable<ResponseOf<"listChannelIssues">["summary"]>, "invalid" | "is_exact"> | null;
};

interface Health {
  readonly tone: "good" | "bad" | "plain";
  readonly text: string;
}

/** A channel's health from the first page of its issues. Errors are reported even before all products are checked. */
export function healthOf({ is_complete, summary }: IssuesPage): Health {
  if (summary && summary.invalid > 0) {
    const invalid = countText(summary.invalid, texts.general.nouns.product);
    return { tone: "bad", text: words.invalid(summary.is_exact ? invalid : words.atLeast(invalid)) };
  }
  return is_complete ? { tone: "good", text: words.good } : { tone: "plain", text: words.underWay };
}
