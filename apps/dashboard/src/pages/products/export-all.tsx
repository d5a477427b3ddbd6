import type { ProductExport } from "@skucast/contracts/product-exports/product-export";
import { api } from "../../api/client.js";
import { useApiMutation } from "../../api/use-api-mutation.js";
import { useApiQuery } from "../../api/use-api-query.js";
import { Badge } from "../../components/badge.js";
import { Button } from "../../components/button.js";
import { Dialog } from "../../components/dialog.js";
import { ErrorNote } from "../../components/error-note.js";
import { Loading } from "../../components/loading.js";
import { bytesText, countText, dateTimeText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";

const words = texts.productPages.exports;
const SHOWN = 5;
const TONES = { queued: "plain", running: "plain", succeeded: "good", failed: "bad", expired: "plain" } as const;

const isOpen = ({ status }: ProductExport): boolean => status === "queued" || status === "running";

/** Exports all products into a file in the background, and lists the last exports with their files. */
export function ExportAll({ onClose }: { readonly onClose: () => void }) {
  const { data, error, refetch } = useApiQuery(
    "listProductExports",
    { query: { limit: SHOWN } },
    { isInProgress: (page) => page.data.some(isOpen) },
  );
  const start = useApiMutation("startProductExport");
  return (
    <Dialog title={words.title} onClose={onClose}>
      <p>{words.lead}</p>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {start.error && <ErrorNote error={start.error} />}
      {!data && !error && <Loading />}
      <ul className="exports" aria-live="polite">
        {data?.data.map((entry) => (
          <li key={entry.id}>
            <Entry entry={entry} />
          </li>
        ))}
      </ul>
      <div className="actions">
        <Button
          data-route="startProductExport"
          isBusy={start.isPending || (data?.data.some(isOpen) ?? false)}
          onClick={() => start.mutate({}, { onSuccess: () => void refetch() })}
        >
          {words.start}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {texts.frame.notifications.close}
        </Button>
      </div>
    </Dialog>
  );
}

function Entry({ entry }: { readonly entry: ProductExport }) {
  const { id, status, products, bytes, error, created_at: at, expires_at: until } = entry;
  return (
    <p>
      <Badge tone={TONES[status]}>{words.statuses[status]}</Badge> {dateTimeText(at)},{" "}
      {countText(products, texts.general.nouns.product)}
      {error !== null && `. ${error}`}
      {status === "succeeded" && bytes !== null && until !== null && (
        <>
          {" "}
          <a href={api.urlOf("getProductExportFile", { params: { export_id: id } })} download>
            {words.download(bytesText(bytes))}
          </a>
          , {words.until(dateTimeText(until))}
        </>
      )}
    </p>
  );
}
