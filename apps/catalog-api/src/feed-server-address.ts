import { publicUrlOf } from "@skucast/app-kit/open-origin";
import type { CatalogApiSettings } from "./config.js";

/** Where partners reach the feed-server. */
export interface FeedServerAddress {
  /** Without a slash at its end. */
  readonly url: string;
  readonly sftp: { readonly host: string; readonly port: number };
}

const SFTP_PORT = 2222;

/** As the settings say, or at the public address. */
export function feedServerAddressOf(settings: CatalogApiSettings): FeedServerAddress {
  const url = (settings.SKUCAST_FEEDS_URL ?? publicUrlOf(settings)).replace(/\/+$/, "");
  const [, host = new URL(url).hostname, port = SFTP_PORT] = ADDRESS.exec(settings.SKUCAST_SFTP_ADDRESS ?? "") ?? [];
  return { url, sftp: { host, port: Number(port) } };
}

/** `host:port`, of which either may be left out; an IPv6 address in brackets. */
const ADDRESS = /^(\[[^\]]+\]|[^:[\]]+)?(?::(\d{1,5}))?$/;
