import type { ImportPreview, ImportQuestion } from "@skucast/contracts/imports/import";
import { useState } from "react";
import { Button } from "../../components/button.js";
import { TextField } from "../../forms/field.js";
import { texts } from "../../texts/texts.js";
import { handleColumnOf, productPagesOf } from "./product-pages-of.js";

const { shop: words } = texts.imports.make.questions;

interface ShopAddressProps {
  readonly preview: Pick<ImportPreview, "preset" | "mapping">;
  readonly onAnswer: (answer: ImportQuestion["answers"][number]) => void;
}

/** Asks for the shop's address if the file has no product pages, but they follow from it. */
export function ShopAddress({ preview, onAnswer }: ShopAddressProps) {
  const [address, setAddress] = useState("");
  const column = handleColumnOf(preview);
  if (column === null) return null;
  const prefix = productPagesOf(address);
  return (
    <div className="field-with-button">
      <TextField label={words.label} hint={words.hint} inputMode="url" value={address} onValue={setAddress} />
      <Button
        kind="quiet"
        isDisabled={prefix === null}
        onClick={() => prefix !== null && onAnswer({ label: words.act, mapping: { url: { column, prefix } } })}
      >
        {words.act}
      </Button>
    </div>
  );
}
