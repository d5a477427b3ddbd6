import type { Principal } from "@skucast/contracts/principal";
import type { Scope } from "@skucast/contracts/scopes";
import type { z } from "zod";
import type { Complete } from "../completions/define-completion.js";
import type { McpContext } from "../context.js";

export interface ResourceCall<Variables = unknown> {
  readonly ctx: McpContext;
  readonly principal: Principal;
  readonly variables: Variables;
}

interface ResourceHead {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** For example `skucast://products/{sku}`. */
  readonly uriTemplate: string;
  /** All scopes that reading requires. */
  readonly scopes: readonly [Scope, ...Scope[]];
  readonly completions?: Readonly<Record<string, Complete>>;
}

interface ResourceDefinition<Variables extends z.ZodObject> extends ResourceHead {
  /** Schema of the template's variables, percent-decoded. */
  readonly variables: Variables;
  /** Reads the document; throws not_found. */
  readonly read: (call: ResourceCall<z.output<Variables>>) => Promise<object>;
}

/** A kind of document that a client can attach to a conversation. All are JSON. */
export interface Resource extends ResourceHead {
  readonly variables: z.ZodObject;
  readonly read: (call: ResourceCall) => Promise<object>;
}

export function defineResource<Variables extends z.ZodObject>(definition: ResourceDefinition<Variables>): Resource {
  // The variables are parsed by the definition's own schema before `read` is called (server/read-resource.ts).
  return definition as unknown as Resource;
}
