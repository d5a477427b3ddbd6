import { ErrorNote } from "../../components/error-note.js";
import { countText, numberText, priceText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";
import type { ChangeableField } from "./change-file.js";
import type { CurrentValue } from "./relative-change.js";
import type { useCurrentValues } from "./use-current-values.js";

const { effect: words } = texts.productPages.bulk;
const SHOWN_MAX = 8;
const productsText = (count: number): string => countText(count, texts.general.nouns.product);

/** A product that a bulk change would change. */
export interface ValueChange {
  readonly sku: string;
  readonly before: CurrentValue;
  readonly after: string | number | null;
}

interface ChangeEffectProps {
  readonly field: ChangeableField;
  readonly current: ReturnType<typeof useCurrentValues>;
  readonly total: number;
  readonly changes: readonly ValueChange[];
}

/** What a bulk change would do: how many products it changes, and the values of the first ones before and after. */
export function ChangeEffect({ field, current, total, changes }: ChangeEffectProps) {
  const { values, readCount, error } = current;
  if (error) return <ErrorNote error={error} />;
  if (values === undefined) {
    return (
      <p className="soft" role="status">
        {words.reading(numberText(readCount), numberText(total))}
      </p>
    );
  }
  const rest = total - changes.length;
  return (
    <section aria-label={words.title}>
      <p role="status">
        {words.changed(productsText(changes.length))} {rest > 0 && words.rest(productsText(rest))}
      </p>
      {changes.length > 0 && (
        <table>
          <caption className="visually-hidden">{words.caption}</caption>
          <thead>
            <tr>
              <th scope="col">{texts.fields.sku}</th>
              <th scope="col">{words.before}</th>
              <th scope="col">{words.after}</th>
            </tr>
          </thead>
          <tbody>
            {changes.slice(0, SHOWN_MAX).map(({ sku, before, after }) => (
              <tr key={sku}>
                <th scope="row">{sku}</th>
                <td>{shown(field, before.value, before.currency)}</td>
                <td>{shown(field, after, before.currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {changes.length > SHOWN_MAX && (
        <p className="soft">{texts.productPages.bulk.more(numberText(changes.length - SHOWN_MAX))}</p>
      )}
    </section>
  );
}

/** Words for the values of fields with fixed values. */
const WORDS: Readonly<Partial<Record<ChangeableField, Readonly<Record<string, string>>>>> = {
  availability: texts.products.availabilities,
  condition: texts.products.conditions,
  status: texts.products.statuses,
};

function shown(field: ChangeableField, value: unknown, currency: string): string {
  if (value === undefined || value === null || value === "") return texts.general.none;
  if (typeof value !== "number") return WORDS[field]?.[String(value)] ?? String(value);
  return field === "inventory_quantity" ? numberText(value) : priceText(value, currency);
}
