import { randomBytes } from "node:crypto";
import { definitionFieldsSchema } from "@skucast/contracts/channel-profiles/custom-profile";
import { channelCreateSchema } from "@skucast/contracts/channels/channel";
import { destinationCreateSchema } from "@skucast/contracts/destinations/destination";
import { RULES_OF_TYPE } from "@skucast/contracts/destinations/destination-types";
import { domainCreateSchema } from "@skucast/contracts/domains/domain";
import { feedCreateSchema } from "@skucast/contracts/feeds/feed";
import { cleanedName } from "@skucast/contracts/hidden-characters";
import { lookupTableCreateSchema } from "@skucast/contracts/lookup-tables/lookup-table";
import { PRODUCT_FIELDS, productUpsertSchema } from "@skucast/contracts/products/product";
import { sourceCreateSchema } from "@skucast/contracts/sources/source";
import { webhookEndpointCreateSchema } from "@skucast/contracts/webhook-endpoints/webhook-endpoint";
import type { ImportedResource } from "@skucast/contracts/workspace-transfers/archive";
import { workspacePatchSchema } from "@skucast/contracts/workspaces/workspace";
import { z } from "zod";

/** An object of an archive: JSON that is not checked yet. */
type Raw = Readonly<Record<string, unknown>>;

const profileVersionSchema = z.strictObject({
  name: z.string().regex(/^custom_[a-z0-9][a-z0-9_]{0,39}$/),
  version: z.int().min(1).max(1_000_000),
  definition: definitionFieldsSchema,
});

/** A random secret in place of one that the archive does not contain. */
const placeholder = (): string => randomBytes(24).toString("base64url");

/** Bodies as the operations that create the objects take them, from objects as an archive contains them. */
const BODIES = {
  workspace: { schema: workspacePatchSchema, from: ({ name }: Raw) => ({ name }) },
  channel_profiles: {
    schema: profileVersionSchema,
    from: ({ name, version, definition }: Raw) => {
      const { name: _name, version: _version, ...fields } = objectOf(definition);
      return { name, version, definition: fields };
    },
  },
  lookup_tables: { schema: lookupTableCreateSchema, from: (raw: Raw) => picked(raw, ["name", "rows"]) },
  channels: {
    schema: channelCreateSchema,
    from: (raw: Raw) => ({
      ...picked(raw, Object.keys(channelCreateSchema.shape)),
      in_public_directory: false,
      status: raw.status === "active" ? "active" : "paused",
    }),
  },
  destinations: { schema: destinationCreateSchema, from: destinationFrom },
  sources: {
    schema: sourceCreateSchema,
    from: (raw: Raw) => ({
      ...picked(raw, Object.keys(sourceCreateSchema.shape)),
      status: "paused",
      auth: loginFrom(objectOf(raw.auth)),
    }),
  },
  feeds: {
    schema: feedCreateSchema,
    from: (raw: Raw) => ({ ...picked(raw, Object.keys(feedCreateSchema.shape)), status: "paused" }),
  },
  webhook_endpoints: {
    schema: webhookEndpointCreateSchema,
    from: (raw: Raw) => {
      const { plain_signature: _, client_certificate: __, ...fields } = raw;
      const given = picked(fields, Object.keys(webhookEndpointCreateSchema.shape));
      return { ...given, status: "paused", headers: [] };
    },
  },
  domains: { schema: domainCreateSchema, from: ({ domain }: Raw) => ({ domain }) },
  products: { schema: productUpsertSchema, from: (raw: Raw) => picked(raw, PRODUCT_FIELDS) },
} as const satisfies Record<ImportedResource, { schema: z.ZodType; from: (raw: Raw) => unknown }>;

export type BodyOf<Resource extends ImportedResource> = z.output<(typeof BODIES)[Resource]["schema"]>;

/** An object without the characters that a name may not have: it may be from before that rule. */
const named = (resource: ImportedResource, raw: Raw): Raw =>
  resource === "products" ? raw : Object.fromEntries(Object.entries(raw).map(cleanedMember));

const cleanedMember = ([member, value]: [string, unknown]): [string, unknown] => [
  member,
  (member === "name" || member === "description") && typeof value === "string" ? cleanedName(value) : value,
];

/** The checked body of an object of an archive. Throws ZodError. */
export const bodyOf = <Resource extends ImportedResource>(resource: Resource, raw: Raw): BodyOf<Resource> =>
  // The schema belongs to the resource, which TypeScript does not connect.
  BODIES[resource].schema.parse(BODIES[resource].from(named(resource, raw))) as BodyOf<Resource>;

/** What a person has to complete after an object was imported; null for nothing. */
export function incompleteOf(resource: ImportedResource, raw: Raw): string | null {
  if (resource === "workspace") return raw.requires_second_factor === true ? SECOND_FACTOR_LOST : null;
  const { type, has_password: hasPassword, public_key: publicKey } = objectOf(raw.auth);
  if (resource === "destinations" || resource === "sources") {
    const lost = [
      ...(publicKey === undefined ? [] : ["It has a new key pair: install its public key on the host."]),
      ...(hasPassword === true || (publicKey === undefined && type !== "none" && type !== undefined)
        ? ["Enter its login again."]
        : []),
      ...(lengthOf(raw.headers) > 0 ? ["Enter its headers again."] : []),
    ];
    return lost.length === 0 ? null : lost.join(" ");
  }
  if (resource !== "webhook_endpoints") return null;
  const options = [
    ...(lengthOf(raw.headers) > 0 ? ["headers"] : []),
    ...(raw.plain_signature ? ["plain_signature"] : []),
    ...(raw.client_certificate ? ["client_certificate"] : []),
  ];
  const more = options.length === 0 ? "" : ` Set ${options.join(", ")} again.`;
  return `It has a new signing secret: rotate it to see one, and give it to the receiver.${more}`;
}

/** An import has no session, and only a session that passed a second factor may require one. */
const SECOND_FACTOR_LOST =
  "The exported workspace requires a second factor of its members, and this one does not yet. Require it in the settings, in a session that passed one.";

function destinationFrom(raw: Raw): Raw {
  const rules = Object.entries(RULES_OF_TYPE).find(([type]) => type === raw.type)?.[1];
  const common = ["name", "type", "strategy", "verify", "remove_stale", "connections_max"];
  const { headers: _headers, ...given } = picked(raw, [...common, ...(rules?.fields ?? [])]);
  const legacyUntil = given.legacy_algorithms_until;
  const today = new Date().toISOString().slice(0, 10);
  return {
    ...given,
    ...(typeof legacyUntil === "string" && legacyUntil < today && { legacy_algorithms_until: null }),
    auth: loginFrom({ ...objectOf(raw.auth), username: raw.username }),
  };
}

/** A login of the same kind with a secret that opens nothing. */
function loginFrom({ type, username, name }: Raw): Raw {
  switch (type) {
    case "password":
      return { type, password: placeholder() };
    case "access_key":
      return { type, access_key_id: username, secret_access_key: placeholder() };
    case "basic":
      return { type, username, password: placeholder() };
    case "bearer":
      return { type, token: placeholder() };
    case "header":
      return { type, name, value: placeholder() };
    default:
      return { type };
  }
}

const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

const objectOf = (value: unknown): Raw =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Raw) : {};

const picked = (raw: Raw, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.flatMap((name) => (raw[name] === undefined ? [] : [[name, raw[name]]])));
