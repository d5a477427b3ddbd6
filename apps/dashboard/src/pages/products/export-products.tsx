import { useEffect, useRef, useState } from "react";
import { Button } from "../../components/button.js";
import { useNotice } from "../../components/notices.js";
import { importFirstView } from "../../import-when-reachable.js";
import { problemText } from "../../service-messages/problem-text.js";
import { texts } from "../../texts/first-view.js";
import { countText, numberText } from "../../texts/format.js";
import type { ProductFilter } from "./filter-names.js";

const { exported: words } = texts.products;

interface ExportProductsProps {
  readonly filter: ProductFilter;
  /** The fields of the shown columns, which become the columns of the file. */
  readonly fields: readonly string[];
}

/** Saves the products of the current view as a CSV file, whose columns can be imported again. */
export function ExportProducts({ filter, fields }: ExportProductsProps) {
  const [found, setFound] = useState<number | null>(null);
  const controller = useRef<AbortController | null>(null);
  const notify = useNotice();
  useEffect(() => () => controller.current?.abort(), []);
  const save = async () => {
    const exporting = new AbortController();
    controller.current = exporting;
    const { signal } = exporting;
    setFound(0);
    try {
      const { saveViewFile, EXPORTED_MAX } = await importFirstView(() => import("./save-view-file.js"));
      const { count, isCut } = await saveViewFile({
        fileName: words.fileName,
        filter,
        fields,
        signal,
        onFound: setFound,
      });
      notify(words.done(countText(count, texts.general.nouns.product)));
      if (isCut) notify(words.tooMany(numberText(EXPORTED_MAX)));
    } catch (error) {
      if (!signal.aborted) notify(problemText(error));
    } finally {
      setFound(null);
    }
  };
  if (found === null) {
    return (
      <Button kind="quiet" onClick={() => void save()}>
        {words.open}
      </Button>
    );
  }
  return (
    <>
      <span role="status">{words.progress(numberText(found))}</span>
      <Button kind="quiet" onClick={() => controller.current?.abort()}>
        {words.stop}
      </Button>
    </>
  );
}
