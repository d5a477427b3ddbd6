/** Words of profile names that are not written as a word with a capital. */
const BRANDS: Readonly<Record<string, string>> = { openai: "OpenAI" };

/** The name of a profile for people: `google_merchant@2026-10` is `Google Merchant (2026-10)`. */
export function profileName(id: string): string {
  const [name = "", version] = id.split("@");
  const words = name.split("_").map((word) => BRANDS[word] ?? word.charAt(0).toUpperCase() + word.slice(1));
  return version === undefined ? words.join(" ") : `${words.join(" ")} (${version})`;
}
