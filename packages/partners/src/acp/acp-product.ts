/** The shapes of the ACP Feed API, release 2026-04-17 (spec/2026-04-17/openapi/openapi.feed.yaml). */
export const ACP_VERSION = "2026-04-17";

interface Price {
  /** In minor units. */
  readonly amount: number;
  readonly currency: string;
}

interface Media {
  readonly type: "image" | "video" | "model";
  readonly url: string;
  readonly alt_text?: string;
}

interface Link {
  readonly type: string;
  readonly url: string;
}

interface Description {
  readonly plain?: string;
  readonly html?: string;
  readonly markdown?: string;
}

export interface AcpVariant {
  readonly id: string;
  readonly title: string;
  readonly description?: Description;
  readonly url?: string;
  readonly barcodes?: readonly { readonly type: string; readonly value: string }[];
  readonly price?: Price;
  readonly list_price?: Price;
  readonly unit_price?: unknown;
  readonly availability?: { readonly available: boolean; readonly status: string };
  readonly categories?: readonly { readonly value: string; readonly taxonomy: string }[];
  readonly condition?: readonly string[];
  readonly variant_options?: readonly { readonly name: string; readonly value: string }[];
  readonly media?: readonly Media[];
  readonly seller?: { readonly name?: string; readonly links?: readonly Link[] };
  readonly marketplace?: { readonly name: string };
}

export interface AcpProduct {
  readonly id: string;
  readonly title?: string;
  readonly variants: readonly AcpVariant[];
}
