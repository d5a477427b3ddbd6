/** An option of the current form: `Type=Swatch|Name=Color|Value=Red[#ff0000]`. The next one follows without a separator. */
const OPTION = /Type=([^|]*)\|Name=(.*?)\|Value=(.*?)(?=\|?Type=[^|]*\|Name=|$)/gs;

/** The color or the image that a swatch shows, behind its name. */
const SWATCH = /\s*\[(?:#[^\]]*|https?:[^\]]*|[^\]]+\.(?:png|jpe?g|gif|webp))\]$/i;
const FORMER_SWATCH = /(?::#[\da-f]{3,8})+(?=,|$)/gi;

/** Longer texts are no options, and the expressions take quadratic time. */
const OPTIONS_LENGTH_MAX = 2_000;

/** The options of a variant, each with its name and value, without the codes of swatches. */
export function optionsIn(text: string): string {
  if (text.length > OPTIONS_LENGTH_MAX) return text;
  const options = [...text.matchAll(OPTION)].map(([, type = "", name = "", value = ""]) =>
    [`Name=${name}`, `Value=${/swatch/i.test(type) ? value.replace(SWATCH, "") : value}`].join("|"),
  );
  return options.length > 0 ? options.join("|") : text.replace(FORMER_SWATCH, "");
}
