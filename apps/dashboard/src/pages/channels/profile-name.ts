/** Names that are not the words of the id, each with a capital. */
const NAMES: Readonly<Record<string, string>> = {
  acp_feed: "Agentic Commerce Protocol",
  google_merchant: "Google Merchant Center",
  openai_products: "OpenAI Products",
};

/** The name of a profile for people: `google_merchant@2026-10` is `Google Merchant Center (2026-10)`. */
export function profileName(id: string): string {
  const [name = "", version] = id.split("@");
  const words = NAMES[name] ?? wordsOf(name);
  return version === undefined ? words : `${words} (${version})`;
}

const wordsOf = (name: string): string =>
  name
    .split("_")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
