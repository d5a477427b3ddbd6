import { PAGE_SIZE_MAX } from "@skucast/contracts/list-limits";
import { useState } from "react";
import { useApiQuery } from "../../api/use-api-query.js";
import { ErrorNote } from "../../components/error-note.js";
import { TextField } from "../../forms/field.js";
import { useDebounced } from "../../forms/use-debounced.js";
import { whyText } from "../../listings/why-text.js";
import { texts } from "../../texts/texts.js";

const { why: words } = texts.channels;
const TYPING_MS = 400;

/** Says in one sentence why a product is, or is not, in the channel. */
export function WhyMissing({ channelId }: { readonly channelId: string }) {
  const [typed, setTyped] = useState("");
  const sku = useDebounced(typed.trim(), TYPING_MS);
  const query = { limit: PAGE_SIZE_MAX };
  const { data, error } = useApiQuery("listProductChannels", { params: { sku }, query }, { isEnabled: sku !== "" });
  const found = data?.data.find(({ channel_id }) => channel_id === channelId);
  return (
    <>
      <TextField label={words.label} hint={words.hint} value={typed} onValue={setTyped} />
      {sku !== "" && error && <ErrorNote error={error} />}
      {sku !== "" && data && <p role="status">{found ? whyText(found) : words.archived}</p>}
    </>
  );
}
