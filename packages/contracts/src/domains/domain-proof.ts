/** The name of the TXT record that proves a domain. */
export const domainRecordOf = (domain: string): string => `_skucast.${domain}`;

/** The URL of the file that proves a domain. */
export const domainFileOf = (domain: string): string => `https://${domain}/.well-known/skucast-domain.txt`;
