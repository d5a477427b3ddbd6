import { publicUrlOf } from "@skucast/app-kit/open-origin";
import type { CatalogApiSettings } from "./config.js";

/** Where partners reach the feed server. */
export interface FeedServerAddress {
  /** Without a trailing slash. */
  readonly url: string;
  readonly sftp: { readonly host: string; readonly port: number };
}

const SFTP_PORT = 2222;

/** The address from the settings, or the public URL. */
export function feedServerAddressOf(settings: CatalogApiSettings): FeedServerAddress {
  const url = (settings.SKUCAST_FEEDS_URL ?? publicUrlOf(settings)).replace(/\/+$/, "");
  const [, host = new URL(url).hostname, port = SFTP_PORT] = ADDRESS.exec(settings.SKUCAST_SFTP_ADDRESS ?? "") ?? [];
  return { url, sftp: { host, port: Number(port) } };
}

/** `host:port`; both parts are optional. An IPv6 address is in brackets. */
const ADDRESS = /^(\[[^\]]+\]|[^:[\]]+)?(?::(\d{1,5}))?$/;
