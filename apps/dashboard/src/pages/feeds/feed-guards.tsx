import type { Feed } from "@skucast/contracts/feeds/feed";
import { GUARDED_ROWS_MIN } from "@skucast/contracts/feeds/guards";
import { useState } from "react";
import { Button } from "../../components/button.js";
import { Card } from "../../components/card.js";
import { DescriptionList } from "../../components/description-list.js";
import { numberText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";
import { GUARD_LIMITS } from "./guards-body.js";
import { GuardsForm } from "./guards-form.js";

const words = texts.feeds.guards;

interface FeedGuardsProps {
  readonly feed: Feed;
  readonly canWrite: boolean;
}

/** The feed's guards, and the button to edit them. */
export function FeedGuards({ feed, canWrite }: FeedGuardsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { guards } = feed;
  return (
    <Card
      title={words.title}
      actions={
        canWrite && (
          <Button kind="quiet" onClick={() => setIsOpen(true)}>
            {words.change}
          </Button>
        )
      }
    >
      <p className="soft">
        {words.lead} {words.compared(numberText(GUARDED_ROWS_MIN))}
      </p>
      <DescriptionList
        items={[
          ...GUARD_LIMITS.map((guard) => [words.fields[guard], limitText(guards[guard])] as const),
          [words.keptColumns, guards.keep_columns ? words.kept : words.off],
        ]}
      />
      {isOpen && <GuardsForm feed={feed} onClose={() => setIsOpen(false)} />}
    </Card>
  );
}

const limitText = (limit: number | null): string => (limit === null ? words.off : numberText(limit));
