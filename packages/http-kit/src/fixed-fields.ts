import type { Route } from "@skucast/contracts/define-route";
import { isReadOnlyName } from "@skucast/contracts/faults";
import type { Fault } from "@skucast/contracts/problem";
import { z } from "zod";
import type { RouteTable } from "./handler.js";

/** Says of a field that a body may not have, but its resource has, why it may not. */
export type FixedFields = (fault: Fault) => Fault;

const READ_ONLY = "is read-only; leave it out";
const FIXED = "cannot be changed after it was created; leave it out, or create another one";

/**
 * The fixed fields of a route that creates or changes a resource: those of its response that its body does not have. A
 * client finds them when it sends a resource back as it was read.
 */
export function fixedFieldsOf(route: Route, routes: RouteTable): FixedFields {
  const writable = fieldsOf(route.body);
  const resource = storesResource(route) ? fieldsOf(route.responses[201] ?? route.responses[200]) : [];
  const creation = Object.values(routes).find(
    (other) => other.method === "POST" && other.path === parentOf(route.path),
  );
  const creatable = route.method === "POST" ? [] : fieldsOf(creation?.body);
  const messages = new Map<string, string>();
  for (const field of resource) messages.set(`/${field}`, READ_ONLY);
  for (const field of creatable) if (!isReadOnlyName(field)) messages.set(`/${field}`, FIXED);
  for (const [field, how] of Object.entries(route.changedOtherwise ?? {})) {
    messages.set(`/${field}`, `cannot be changed here; leave it out: ${how}`);
  }
  for (const field of writable) messages.delete(`/${field}`);
  return (fault) => {
    const message = fault.code === "unknown_field" ? messages.get(fault.pointer) : undefined;
    return message === undefined ? fault : { ...fault, message };
  };
}

const storesResource = ({ method, responses }: Route): boolean =>
  method === "PATCH" || method === "PUT" || responses[201] !== undefined;

const parentOf = (path: string): string => path.replace(/\/\{\w+\}$/, "");

function fieldsOf(schema: unknown): readonly string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  return schema instanceof z.ZodUnion ? schema.options.flatMap(fieldsOf) : [];
}
