import type { ImportQuestion } from "@skucast/contracts/imports/import";

/** The question with the currency of the catalog as its first answer, if it asks for the currency of all prices. */
export function withCatalogCurrency(question: ImportQuestion, currency: string | null): ImportQuestion {
  if (
    currency === null ||
    question.code !== "currency" ||
    !question.message.startsWith("Which currency are the prices ")
  )
    return question;
  const others = question.answers.filter(({ label }) => label !== currency);
  return { ...question, answers: [{ label: currency, mapping: { price_currency: { value: currency } } }, ...others] };
}
