/** The market that a person most likely sells in, by the locale of their browser: a language without a region has a usual one. */
export function marketOf(locale: string): { readonly country: string; readonly language: string } {
  const { region = "US", language } = new Intl.Locale(locale).maximize();
  return { country: region, language };
}
