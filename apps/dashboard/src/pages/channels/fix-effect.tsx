import { ApiError } from "@skucast/client/api/api-error";
import { channelPreviewRequestSchema } from "@skucast/contracts/channels/preview";
import { useQuery } from "@tanstack/react-query";
import { api, type ResponseOf } from "../../api/client.js";
import { ErrorNote } from "../../components/error-note.js";
import { fieldErrorText } from "../../forms/field-error-text.js";
import { useDebounced } from "../../forms/use-debounced.js";
import { countText, numberText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";
import type { Cause } from "./propose-fix.js";

const { fixAll: words } = texts.channels;
const TYPING_MS = 600;
/** Only the counts are shown. */
const LISTED = 1;
type Preview = ResponseOf<"previewChannel">;

interface FixEffectProps {
  readonly channelId: string;
  readonly cause: Cause;
  readonly patch: object;
}

/** What a change of the channel would do to its issues, before it is saved. */
export function FixEffect({ channelId, cause, patch }: FixEffectProps) {
  const draft = useDebounced(JSON.stringify({ channel: patch, limit: LISTED }), TYPING_MS);
  const now = usePreview(channelId, JSON.stringify({ limit: LISTED }));
  const then = usePreview(channelId, draft);
  const error = now.error ?? then.error;
  // What is wrong with the typed value, without its place in the channel's settings.
  if (error instanceof ApiError && error.faults.length > 0)
    return (
      <p className="field-error" role="status">
        {error.faults.map(fieldErrorText).join("; ")}
      </p>
    );
  if (error) return <ErrorNote error={error} />;
  if (!now.data || !then.data || then.isFetching) {
    return (
      <p className="soft" role="status">
        {words.checking}
      </p>
    );
  }
  const before = countOf(now.data, cause);
  const after = countOf(then.data, cause);
  const written = then.data.counts.written - now.data.counts.written;
  return (
    <p role="status">
      {words.effect(countText(before, texts.general.nouns.product), numberText(after))}{" "}
      {written !== 0 && words.written(numberText(now.data.counts.written), numberText(then.data.counts.written))}{" "}
      {!then.data.is_complete && words.partial}
    </p>
  );
}

const usePreview = (channelId: string, body: string) =>
  useQuery({
    queryKey: ["previewChannel", channelId, body],
    queryFn: ({ signal }) =>
      api.call("previewChannel", { params: { channel_id: channelId }, body: JSON.parse(body), signal }),
    enabled: channelPreviewRequestSchema.safeParse(JSON.parse(body)).success,
  });

const countOf = ({ issue_counts }: Preview, { code, field }: Cause): number =>
  issue_counts.find((issue) => issue.code === code && issue.field === field)?.products ?? 0;
