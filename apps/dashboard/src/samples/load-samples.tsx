import { useApiMutation } from "../api/use-api-mutation.js";
import { Button } from "../components/button.js";
import { useNotice } from "../components/notices.js";
import { importWhenReachable } from "../import-when-reachable.js";
import { problemText } from "../service-messages/problem-text.js";
import { useCan } from "../session/use-can.js";
import { countText } from "../texts/format.js";
import { texts } from "../texts/texts.js";

const words = texts.productPages.samples;

/** Adds the sample products to an empty catalog; nothing for people who may not add products. */
export function LoadSamples() {
  const canWrite = useCan("batchUpsertProducts");
  const upsert = useApiMutation("batchUpsertProducts");
  const notify = useNotice();
  if (!canWrite) return null;
  const load = async () => {
    try {
      const { sampleProducts } = await importWhenReachable(() => import("./sample-products.js"));
      const items = [...sampleProducts(window.location.origin)];
      const { summary } = await upsert.mutateAsync({ body: { items, mode: "atomic" } });
      notify(words.loaded(countText(summary.total, texts.general.nouns.product)));
    } catch (error) {
      notify(problemText(error));
    }
  };
  return (
    <Button kind="quiet" data-route="batchUpsertProducts" isBusy={upsert.isPending} onClick={() => void load()}>
      {words.load}
    </Button>
  );
}
