import { countText, numberText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";

const words = texts.productPages.bulk;
const SHOWN_MAX = 200;

/** The products that an action is about to touch, in a list that the user can open. */
export function TouchedProducts({ skus }: { readonly skus: readonly string[] }) {
  const rest = skus.length - SHOWN_MAX;
  return (
    <details className="collapsible">
      <summary>{words.touched(countText(skus.length, texts.general.nouns.product))}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be scrollable by keyboard. */}
      <ul className="touched" tabIndex={0} aria-label={words.touched(numberText(skus.length))}>
        {skus.slice(0, SHOWN_MAX).map((sku) => (
          <li key={sku}>{sku}</li>
        ))}
        {rest > 0 && <li className="soft">{words.more(numberText(rest))}</li>}
      </ul>
    </details>
  );
}
