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
  /** Such as `skucast://products/{sku}`. */
  readonly uriTemplate: string;
  /** Every scope that reading it needs. */
  readonly scopes: readonly [Scope, ...Scope[]];
  readonly completions?: Readonly<Record<string, Complete>>;
}

interface ResourceDefinition<Variables extends z.ZodObject> extends ResourceHead {
  /** What may stand in the template's places, percent-decoded. */
  readonly variables: Variables;
  /** The document at the address; throws not_found. */
  readonly read: (call: ResourceCall<z.output<Variables>>) => Promise<object>;
}

/** A kind of document that a client may attach to a conversation; all are JSON. */
export interface Resource extends ResourceHead {
  readonly variables: z.ZodObject;
  readonly read: (call: ResourceCall) => Promise<object>;
}

export function defineResource<Variables extends z.ZodObject>(definition: ResourceDefinition<Variables>): Resource {
  // The variables are parsed by the definition's own schema before `read` is called (server/read-resource.ts).
  return definition as unknown as Resource;
}
