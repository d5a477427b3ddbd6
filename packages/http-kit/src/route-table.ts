import type { Method, Route } from "@skucast/contracts/define-route";

interface Node<Entry> {
  readonly literals: Map<string, Node<Entry>>;
  parameter: Node<Entry> | null;
  readonly entries: Map<Method, Entry>;
}

/** The result of a look-up. `segments` are the raw (still encoded) values of the placeholders, in order. */
export type Found<Entry> =
  | { readonly type: "entry"; readonly entry: Entry; readonly segments: readonly string[] }
  | { readonly type: "wrong-method"; readonly allowed: readonly string[] }
  | { readonly type: "unknown-path" };

export interface FindableTable<Entry> {
  find(method: string, path: string): Found<Entry>;
}

/**
 * Finds routes by the segments of the still encoded path, so that `%2F` stays inside its segment. A literal segment
 * takes precedence over a placeholder only for its own methods, so POST /products/batch and GET /products/{sku}
 * coexist.
 */
export function routeTable<Entry extends { readonly route: Route }>(entries: readonly Entry[]): FindableTable<Entry> {
  const root = newNode<Entry>();
  for (const entry of entries) add(root, entry);
  return {
    find(method, path) {
      const parts = path.split("/");
      const wanted = method === "HEAD" ? "GET" : method;
      const segments: string[] = [];
      const entry = findEntry({ node: root, parts, index: 1, segments, method: wanted });
      if (entry) return { type: "entry", entry, segments };
      const allowed = new Set<Method>();
      collectMethods(root, parts, 1, allowed);
      return allowed.size === 0 ? { type: "unknown-path" } : { type: "wrong-method", allowed: allowHeader(allowed) };
    },
  };
}

function newNode<Entry>(): Node<Entry> {
  return { literals: new Map(), parameter: null, entries: new Map() };
}

function add<Entry extends { readonly route: Route }>(root: Node<Entry>, entry: Entry): void {
  const { route } = entry;
  let node = root;
  for (const part of route.path.slice(1).split("/")) {
    if (part.startsWith("{")) {
      node.parameter ??= newNode();
      node = node.parameter;
    } else {
      const next = node.literals.get(part) ?? newNode<Entry>();
      node.literals.set(part, next);
      node = next;
    }
  }
  if (node.entries.has(route.method)) throw new Error(`route ${route.id}: ${route.method} ${route.path} is taken`);
  node.entries.set(route.method, entry);
}

interface Step<Entry> {
  readonly node: Node<Entry>;
  readonly parts: readonly string[];
  readonly index: number;
  readonly segments: string[];
  readonly method: string;
}

/** The recursion depth is bounded by the longest path of the table. */
function findEntry<Entry>({ node, parts, index, segments, method }: Step<Entry>): Entry | null {
  const part = parts[index];
  if (part === undefined) return node.entries.get(method as Method) ?? null;
  const literal = node.literals.get(part);
  if (literal) {
    const entry = findEntry({ node: literal, parts, index: index + 1, segments, method });
    if (entry) return entry;
  }
  if (!node.parameter || part === "") return null;
  segments.push(part);
  const entry = findEntry({ node: node.parameter, parts, index: index + 1, segments, method });
  if (!entry) segments.pop();
  return entry;
}

function collectMethods<Entry>(node: Node<Entry>, parts: readonly string[], index: number, into: Set<Method>): void {
  const part = parts[index];
  if (part === undefined) {
    for (const method of node.entries.keys()) into.add(method);
    return;
  }
  const literal = node.literals.get(part);
  if (literal) collectMethods(literal, parts, index + 1, into);
  if (node.parameter && part !== "") collectMethods(node.parameter, parts, index + 1, into);
}

function allowHeader(methods: ReadonlySet<Method>): string[] {
  return [...methods, ...(methods.has("GET") ? ["HEAD"] : []), "OPTIONS"].sort();
}
