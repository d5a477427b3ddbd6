import express from "express";

/**
 * The proxies whose `X-Forwarded-For` is trusted, as Express expects them: their number, or a list of IP addresses, ranges
 * and names of ranges. Throws if it is neither.
 */
export function parseTrustedProxies(text: string): number | string {
  const trusted = /^\d{1,3}$/.test(text) ? Number(text) : text;
  try {
    express().set("trust proxy", trusted);
  } catch {
    throw new Error("must be the number of proxies, or addresses and ranges such as 10.0.0.0/8, separated by commas");
  }
  return trusted;
}
