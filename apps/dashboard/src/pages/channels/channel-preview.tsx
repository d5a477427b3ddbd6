import { channelPreviewRequestSchema } from "@skucast/contracts/channels/preview";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../api/client.js";
import { Card } from "../../components/card.js";
import { ErrorNote } from "../../components/error-note.js";
import { TextField } from "../../forms/field.js";
import { useDebounced } from "../../forms/use-debounced.js";
import { texts } from "../../texts/texts.js";
import { bodyOf, type ChannelDraft } from "./channel-draft.js";
import { PreviewResult } from "./preview-result.js";

const words = texts.channels.preview;
const TYPING_MS = 600;

/** Previews a draft when typing pauses, if it is shown and the draft is valid. */
export function useChannelPreview(channelId: string, draft: ChannelDraft, isShown: boolean) {
  const [skus, setSkus] = useState("");
  const body = useDebounced(JSON.stringify(requestOf(draft, skus)), TYPING_MS);
  const parsed = channelPreviewRequestSchema.safeParse(JSON.parse(body));
  const { data, error, isFetching } = useQuery({
    queryKey: ["previewChannel", channelId, body],
    queryFn: ({ signal }) =>
      api.call("previewChannel", { params: { channel_id: channelId }, body: JSON.parse(body), signal }),
    enabled: isShown && parsed.success,
    placeholderData: (former) => former,
  });
  return { data, error, isFetching, skus, setSkus };
}

interface ChannelPreviewProps {
  readonly preview: ReturnType<typeof useChannelPreview>;
}

/** The preview of a draft, optionally only of some SKUs. */
export function ChannelPreview({ preview: { data, error, isFetching, skus, setSkus } }: ChannelPreviewProps) {
  return (
    <Card title={texts.channels.one.sections.preview}>
      <p className="soft">{words.hint}</p>
      <TextField label={words.sku} hint={words.skuHint} value={skus} onValue={setSkus} />
      <p role="status" className="soft">
        {isFetching && words.working}
      </p>
      {error && <ErrorNote error={error} />}
      {data && <PreviewResult preview={data} />}
    </Card>
  );
}

function requestOf(draft: ChannelDraft, skuText: string) {
  const { name: _name, ...channel } = bodyOf(draft);
  const skus = skuText
    .split(",")
    .map((sku) => sku.trim())
    .filter((sku) => sku !== "");
  return { channel, ...(skus.length > 0 && { skus }) };
}
