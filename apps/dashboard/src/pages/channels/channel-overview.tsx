import type { Channel } from "@skucast/contracts/channels/channel";
import { Link, useNavigate } from "@tanstack/react-router";
import { Card } from "../../components/card.js";
import { countText, numberText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";
import { useChannelIssues } from "./channel-issues.js";
import { ChannelCounts } from "./count-trend.js";
import { IssueCauses } from "./issue-causes.js";
import { WhyMissing } from "./why-missing.js";

const { issues: words } = texts.channels;

/** How many of the channel's products are published, why others are not, and the causes of their issues. */
export function ChannelOverview({ channel }: { readonly channel: Channel }) {
  const navigate = useNavigate();
  const [first] = useChannelIssues(channel.id).data?.pages ?? [];
  const summary = first?.summary;
  const params = { channelId: channel.id };
  return (
    <>
      <Card title={texts.channels.tabs.products}>
        <ChannelCounts channelId={channel.id} />
        <WhyMissing channelId={channel.id} />
      </Card>
      <Card title={words.title}>
        {summary && summary.products > 0 && <p>{summaryText(summary.products, summary.invalid)}</p>}
        {/* Until all products are checked, an empty result does not mean that there are no issues. */}
        {first?.is_complete === false && <p className="soft">{words.underWay}</p>}
        {first?.is_complete === true && summary?.products === 0 && <p className="soft">{texts.feeds.run.noIssues}</p>}
        {summary && summary.causes.length > 0 && (
          <IssueCauses
            channel={channel}
            causes={summary.causes}
            onShow={({ code, field }) =>
              void navigate({
                to: "/channels/$channelId",
                params,
                search: { tab: "issues", code, field },
                ignoreBlocker: true,
              })
            }
          />
        )}
        {summary && summary.products > 0 && (
          <p className="below-list">
            <Link to="/channels/$channelId" params={params} search={{ tab: "issues" }} ignoreBlocker>
              {texts.channels.causes.all}
            </Link>
          </p>
        )}
      </Card>
    </>
  );
}

function summaryText(products: number, invalid: number): string {
  const counted = countText(products, texts.general.nouns.product);
  return invalid === 0 ? words.onlyWarnings(counted) : words.summary(counted, numberText(invalid));
}
