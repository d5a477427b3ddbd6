/** An object with members. Those that tests read are typed; the others are compared as a whole. */
type Open<T> = T & Readonly<Record<string, unknown>>;

type Thing = Open<{ readonly id: string; readonly sku: string; readonly name: string }>;
type Faulty = { readonly errors: readonly { readonly pointer: string; readonly message: string }[] };

/**
 * The structured result of a tool. Each tool returns some of these members; a missing one is undefined, and a test that
 * reads it fails.
 */
export type Structured = Open<{
  readonly cut: string | null;
  readonly next_cursor: string | null;
  readonly hint: string | null;
  readonly pagination: { readonly cursor?: string; readonly has_next_page: boolean };
  readonly ucp: { readonly status?: string };
  readonly products: readonly (Thing & { readonly issues: readonly { readonly field: string }[] })[];
  readonly catalogs: readonly Thing[];
  readonly results: readonly (Thing & { readonly error: Faulty })[];
  readonly rows: readonly Open<{ readonly row: Readonly<Record<string, unknown>> }>[];
  readonly excluded: readonly Thing[];
  readonly invalid: readonly Thing[];
  readonly channels: readonly Thing[];
  readonly feeds: readonly Thing[];
  readonly deliveries: readonly Thing[];
  readonly runs: readonly (Thing & { readonly id: string })[];
  readonly issues: readonly IssueGroup[];
  readonly not_shown: readonly string[];
  readonly other_columns: readonly string[];
  readonly messages: readonly unknown[];
  readonly run: Open<{ readonly status: string; readonly issues: readonly unknown[] }>;
  readonly profile: Open<{ readonly columns: readonly Thing[] }>;
  readonly product: Open<{ readonly metadata: unknown }>;
  readonly text: string;
}>;

/** Issues of one kind, as returned by get_channel_issues and update_channel. */
export interface IssueGroup {
  readonly code: string;
  readonly field: string;
  readonly severity: string;
  readonly products: number;
  readonly fix: string;
}

interface Content {
  readonly type: string;
  readonly text: string;
}

interface Icon {
  readonly src: string;
  readonly mimeType: string;
}

/** The result of a request, with some of these members. */
export type WireResult = Open<{
  readonly isError?: boolean;
  readonly resultType?: string;
  readonly structuredContent: Structured;
  readonly content: readonly Content[];
  readonly contents: readonly Content[];
  readonly messages: readonly { readonly content: Content }[];
  readonly tools: readonly Open<{
    readonly name: string;
    readonly annotations: { readonly readOnlyHint: boolean };
  }>[];
  readonly resourceTemplates: readonly Open<{ readonly name: string; readonly uriTemplate: string }>[];
  readonly prompts: readonly Thing[];
  readonly completion: { readonly values: readonly string[] };
  readonly _meta: Readonly<Record<string, { readonly icons: readonly Icon[] }>>;
}>;

/** A received JSON-RPC message: a result or an error. */
export interface WireMessage {
  readonly jsonrpc: string;
  readonly id: string | number | null;
  readonly result: WireResult;
  readonly error: {
    readonly code: number;
    readonly message: string;
    readonly data: Open<{ readonly code: string; readonly request_id: string }>;
  };
}
