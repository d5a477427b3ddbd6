import type { WebhookEndpoint } from "@skucast/contracts/webhook-endpoints/webhook-endpoint";
import type { ReactNode } from "react";
import { useApiQuery } from "../../api/use-api-query.js";
import { CopyButton } from "../../components/copy-button.js";
import { DescriptionList } from "../../components/description-list.js";
import { RelativeTime } from "../../components/relative-time.js";
import { dateTimeText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";
import { EndpointStatus } from "./endpoint-status.js";
import { eventTypesText } from "./event-types-text.js";

const { one, allChannels, orderings } = texts.webhooks;
const { facts } = one;
const { none } = texts.general;
const CHANNELS_MAX = 200;

export const EndpointDetails = ({ endpoint }: { readonly endpoint: WebhookEndpoint }) => (
  <div className="card">
    <DescriptionList
      items={[
        [facts.status, <EndpointStatus key="status" endpoint={endpoint} />],
        [facts.description, endpoint.description ?? none],
        [facts.events, eventTypesText(endpoint.event_types)],
        [facts.channels, <ChannelNames key="channels" ids={endpoint.channel_ids} />],
        [facts.ordering, orderings[endpoint.ordering]],
        [facts.rate, endpoint.rate_per_second ?? one.unlimited],
        [facts.headers, endpoint.headers.map(({ name }) => name).join(", ") || none],
        [facts.plain, endpoint.plain_signature?.header ?? none],
        [facts.certificate, certificateText(endpoint)],
        [facts.formerKeys, formerKeysText(endpoint)],
        [
          facts.host,
          endpoint.host_verified_at === null
            ? one.hostNotVerified
            : one.hostVerified(dateTimeText(endpoint.host_verified_at)),
        ],
        [facts.created, <RelativeTime key="made" at={endpoint.created_at} />],
        [facts.publicKey, endpoint.public_key && <CopyButton key="key" text={endpoint.public_key} />],
      ]}
    />
  </div>
);

function ChannelNames({ ids }: { readonly ids: readonly string[] | null }): ReactNode {
  const { data } = useApiQuery("listChannels", { query: { limit: CHANNELS_MAX } }, { isEnabled: ids !== null });
  if (ids === null) return allChannels;
  const nameOf = new Map(data?.data.map(({ id, name }) => [id, name]));
  return ids.map((id) => nameOf.get(id) ?? id).join(", ");
}

const certificateText = ({ client_certificate: shown }: WebhookEndpoint): string =>
  shown === null ? none : one.certificate(shown.subject, dateTimeText(shown.expires_at));

const formerKeysText = ({ former_keys: keys }: WebhookEndpoint): string =>
  keys.map(({ kind, signs_until: until }) => one.formerKey(one.keyKinds[kind], dateTimeText(until))).join("; ") || none;
