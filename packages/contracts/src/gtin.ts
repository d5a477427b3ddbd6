/** Removes the spaces and dashes of a GTIN. */
export const normalizeGtin = (value: string): string => value.replace(/[\s-]/g, "");

/** Whether the string has 8, 12, 13 or 14 digits and a correct check digit (GS1 General Specifications, section 7.9). */
export function isGtin(value: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(value)) return false;
  let sum = 0;
  for (let i = value.length - 2, weight = 3; i >= 0; i -= 1, weight = 4 - weight) sum += Number(value[i]) * weight;
  return (10 - (sum % 10)) % 10 === Number(value.at(-1));
}
