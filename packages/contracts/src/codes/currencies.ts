/**
 * Active ISO 4217 currency codes and the number of decimals of each (ISO 4217 amendment list of 1 February 2026).
 * Codes of metals, funds and tests (XAU, XDR, XTS, XXX, …) are left out: nothing is priced in them.
 */
const TWO_DECIMALS =
  "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG";
const ZERO_DECIMALS = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF";
const THREE_DECIMALS = "BHD IQD JOD KWD LYD OMR TND";
const FOUR_DECIMALS = "CLF UYW";

const decimals = (codes: string, count: number): [string, number][] => codes.split(" ").map((code) => [code, count]);

/** Decimals of each currency by its code. */
export const CURRENCY_DECIMALS: ReadonlyMap<string, number> = new Map([
  ...decimals(TWO_DECIMALS, 2),
  ...decimals(ZERO_DECIMALS, 0),
  ...decimals(THREE_DECIMALS, 3),
  ...decimals(FOUR_DECIMALS, 4),
]);
