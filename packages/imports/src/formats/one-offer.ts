type Members = Readonly<Record<string, unknown>>;

/**
 * The offer of a product of schema.org as one object, so that a list or a summary of offers is read like a single one. Offers
 * that agree on the price are one offer. A summary (AggregateOffer) gets the price that all of it agrees on; with a range it
 * gets the range, which is no price and is reported. Any other value is returned as it is.
 */
export function oneOffer(value: unknown): unknown {
  if (!Array.isArray(value)) return isAggregate(value) ? withPrice(value) : value;
  const [first] = value;
  if (value.length === 1 && isAggregate(first)) return withPrice(first);
  return value.length > 0 && value.length <= OFFERS_MAX && value.every(isOffer) ? (agreedIn(value) ?? value) : value;
}

const OFFERS_MAX = 1_000;
const ofType =
  (type: RegExp) =>
  (value: unknown): value is Members => {
    const given = memberOf(value, "@type");
    return given !== undefined && type.test(String(given));
  };
const isOffer = ofType(/(?:^|[/:])Offer$/);
const isAggregate = ofType(/(?:^|[/:])AggregateOffer$/);

/** What all offers have, if they have the same price and are not those of variants. */
function agreedIn(offers: readonly Members[]): Members | undefined {
  const [first, ...others] = offers;
  if (first === undefined || others.length === 0) return first;
  if (offers.some(({ sku }) => !isEmpty(sku))) return undefined;
  const price = priceOf(first);
  const currency = currencyOf(first);
  if (isEmpty(price)) return undefined;
  if (!others.every((other) => isSame(priceOf(other), price) && currencyOf(other) === currency)) return undefined;
  const same = Object.entries(first).filter(([name, one]) =>
    others.every((other) => JSON.stringify(other[name]) === JSON.stringify(one)),
  );
  return { ...Object.fromEntries(same), price, ...(!isEmpty(currency) && { priceCurrency: currency }) };
}

function withPrice(aggregate: Members): Members {
  const { price, lowPrice, highPrice, offerCount } = aggregate;
  if (!isEmpty(price)) return aggregate;
  const inner = [aggregate.offers].flat().filter(isOffer);
  const prices = [lowPrice, highPrice, ...inner.map(priceOf)].filter((one) => !isEmpty(one));
  const [first] = prices;
  if (first === undefined) return aggregate;
  const isWhole = inner.length > 0 || Number(offerCount) === 1 || !(isEmpty(lowPrice) || isEmpty(highPrice));
  if (!isWhole || !prices.every((one) => isSame(one, first)) || !haveOneCurrency([aggregate, ...inner]))
    return { ...aggregate, price: rangeOf(prices, aggregate) };
  return { ...agreedIn(inner), ...aggregate, price: first };
}

/** A range of prices as text, which no reader takes for a price. */
function rangeOf(prices: readonly unknown[], { lowPrice, highPrice }: Members): string {
  const sorted = prices.map(String).sort((a, b) => Number(a) - Number(b));
  const low = isEmpty(lowPrice) && sorted.length === 1 ? OPEN : sorted[0];
  const high = isEmpty(highPrice) && sorted.length === 1 ? OPEN : sorted.at(-1);
  return `${low} – ${high}`;
}

const OPEN = "?";

const haveOneCurrency = (offers: readonly Members[]): boolean =>
  new Set(offers.map(currencyOf).filter((one) => !isEmpty(one))).size <= 1;

const priceOf = ({ price, priceSpecification }: Members): unknown => price ?? memberOf(priceSpecification, "price");
const currencyOf = ({ priceCurrency, priceSpecification }: Members): unknown =>
  priceCurrency ?? memberOf(priceSpecification, "priceCurrency");
const memberOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? (value as Members)[name] : undefined;
const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === "";
const isSame = (a: unknown, b: unknown): boolean =>
  String(a) === String(b) || (!isEmpty(a) && !isEmpty(b) && Number(String(a)) === Number(String(b)));
