import { Button } from "../../components/button.js";
import { Card } from "../../components/card.js";
import { CodeField } from "../../forms/code-field.js";
import { DateTimeField } from "../../forms/date-fields.js";
import { TextField } from "../../forms/field.js";
import { texts } from "../../texts/texts.js";
import { NEW_PRICE, PRICE_PARTS, type PriceDraft, type PricePart } from "./product-draft.js";

const words = texts.productPages.one.prices;
const TIMES: readonly PricePart[] = ["sale_starts_at", "sale_ends_at"];

interface ProductPricesProps {
  readonly prices: readonly PriceDraft[];
  readonly isDisabled: boolean;
  readonly errorAt: (pointer: string) => string | undefined;
  readonly onPrices: (prices: readonly PriceDraft[]) => void;
}

/** A product's prices by currency and country. */
export function ProductPrices({ prices, isDisabled, errorAt, onPrices }: ProductPricesProps) {
  const change = (index: number, changed: Partial<PriceDraft>) =>
    onPrices(prices.map((price, i) => (i === index ? { ...price, ...changed } : price)));
  return (
    <Card title={words.title}>
      <p className="hint">{words.lead}</p>
      {prices.map((price, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: prices have no ids.
        <fieldset key={index}>
          <legend>{words.row(index + 1)}</legend>
          <div className="grid">
            {PRICE_PARTS.map((part) =>
              TIMES.includes(part) ? (
                <DateTimeField
                  key={part}
                  label={texts.productPages.one.optional(words[part])}
                  value={price[part]}
                  error={errorAt(`/prices/${index}/${part}`)}
                  isDisabled={isDisabled}
                  onValue={(value) => change(index, { [part]: value })}
                />
              ) : part === "currency" || part === "country" ? (
                <CodeField
                  key={part}
                  kind={part}
                  label={part === "currency" ? words.currency : texts.productPages.one.optional(words.country)}
                  value={price[part]}
                  error={errorAt(`/prices/${index}/${part}`) ?? (part === "currency" ? rowError(index) : undefined)}
                  isDisabled={isDisabled}
                  onValue={(value) => change(index, { [part]: value })}
                />
              ) : (
                <TextField
                  key={part}
                  label={part === "amount" ? words.amount : texts.productPages.one.optional(words[part])}
                  value={price[part]}
                  error={errorAt(`/prices/${index}/${part}`)}
                  inputMode="decimal"
                  readOnly={isDisabled}
                  onValue={(value) => change(index, { [part]: value })}
                />
              ),
            )}
          </div>
          {!isDisabled && (
            <Button kind="quiet" onClick={() => onPrices(prices.filter((_, i) => i !== index))}>
              {words.remove(index + 1)}
            </Button>
          )}
        </fieldset>
      ))}
      {!isDisabled && (
        <div className="actions">
          <Button kind="quiet" onClick={() => onPrices([...prices, NEW_PRICE])}>
            {words.add}
          </Button>
        </div>
      )}
    </Card>
  );

  /** An error of the price as a whole, such as a second price for the same market. */
  function rowError(index: number): string | undefined {
    const isInPart = PRICE_PARTS.some((part) => errorAt(`/prices/${index}/${part}`) !== undefined);
    return isInPart ? undefined : errorAt(`/prices/${index}`);
  }
}
