import type { Feed } from "@skucast/contracts/feeds/feed";
import { GUARDED_ROWS_MIN } from "@skucast/contracts/feeds/guards";
import { useState } from "react";
import { Button } from "../../parts/button.js";
import { Facts } from "../../parts/facts.js";
import { Sheet } from "../../parts/sheet.js";
import { numberText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";
import { GUARD_LIMITS } from "./guards-body.js";
import { GuardsForm } from "./guards-form.js";

const words = texts.feeds.guards;

interface FeedGuardsProps {
  readonly feed: Feed;
  readonly mayWrite: boolean;
}

/** What holds a run of the feed, and where that is changed. */
export function FeedGuards({ feed, mayWrite }: FeedGuardsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { guards } = feed;
  return (
    <Sheet
      title={words.title}
      actions={
        mayWrite && (
          <Button kind="quiet" onClick={() => setIsOpen(true)}>
            {words.change}
          </Button>
        )
      }
    >
      <p className="soft">
        {words.lead} {words.compared(numberText(GUARDED_ROWS_MIN))}
      </p>
      <Facts
        facts={[
          ...GUARD_LIMITS.map((guard) => [words.fields[guard], limitText(guards[guard])] as const),
          [words.keptColumns, guards.keep_columns ? words.kept : words.off],
        ]}
      />
      {isOpen && <GuardsForm feed={feed} onClose={() => setIsOpen(false)} />}
    </Sheet>
  );
}

const limitText = (limit: number | null): string => (limit === null ? words.off : numberText(limit));
