import { TextField } from "../../forms/field.js";
import { Button } from "../../parts/button.js";
import { Sheet } from "../../parts/sheet.js";
import { texts } from "../../texts/texts.js";
import { NEW_PRICE, PRICE_PARTS, type PriceDraft, type PricePart } from "./product-draft.js";

const words = texts.products.one.prices;
const NEEDED: readonly PricePart[] = ["currency", "amount"];
const DECIMALS: readonly PricePart[] = ["amount", "sale_amount"];

interface ProductPricesProps {
  readonly prices: readonly PriceDraft[];
  readonly isOff: boolean;
  readonly faultAt: (pointer: string) => string | undefined;
  readonly onPrices: (prices: readonly PriceDraft[]) => void;
}

/** A product's prices for other currencies and countries, one group of fields for each. */
export function ProductPrices({ prices, isOff, faultAt, onPrices }: ProductPricesProps) {
  const change = (place: number, changed: Partial<PriceDraft>) =>
    onPrices(prices.map((price, i) => (i === place ? { ...price, ...changed } : price)));
  return (
    <Sheet title={words.title}>
      <p className="hint">{words.lead}</p>
      {prices.map((price, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a price that is being typed has no other name than its place
        <fieldset key={place}>
          <legend>{words.row(place + 1)}</legend>
          <div className="grid">
            {PRICE_PARTS.map((part) => (
              <TextField
                key={part}
                label={NEEDED.includes(part) ? words[part] : texts.products.one.optional(words[part])}
                value={price[part]}
                fault={faultAt(`/prices/${place}/${part}`) ?? (part === "currency" ? rowFault(place) : undefined)}
                inputMode={DECIMALS.includes(part) ? "decimal" : undefined}
                readOnly={isOff}
                onValue={(value) => change(place, { [part]: value })}
              />
            ))}
          </div>
          {!isOff && (
            <Button kind="quiet" onClick={() => onPrices(prices.filter((_, i) => i !== place))}>
              {words.remove(place + 1)}
            </Button>
          )}
        </fieldset>
      ))}
      {!isOff && (
        <div className="bar">
          <Button kind="quiet" onClick={() => onPrices([...prices, NEW_PRICE])}>
            {words.add}
          </Button>
        </div>
      )}
    </Sheet>
  );

  /** What is wrong with a price as a whole, such as two of the same market, and not with one of its parts. */
  function rowFault(place: number): string | undefined {
    const isInPart = PRICE_PARTS.some((part) => faultAt(`/prices/${place}/${part}`) !== undefined);
    return isInPart ? undefined : faultAt(`/prices/${place}`);
  }
}
