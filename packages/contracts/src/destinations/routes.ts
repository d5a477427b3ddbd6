import { defineRoute } from "../define-route.js";
import {
  destinationCreateSchema,
  destinationListQuery,
  destinationListSchema,
  destinationParams,
  destinationPatchSchema,
  destinationSchema,
  writeQuery,
} from "./destination.js";
import { destinationTestRequestSchema, destinationTestSchema } from "./destination-test.js";
import { destinationVerificationSchema } from "./destination-verification.js";

const tag = "Destinations";

export const destinationRoutes = {
  listDestinations: defineRoute({
    id: "listDestinations",
    method: "GET",
    path: "/destinations",
    tag,
    summary: "List destinations",
    scope: "feeds:read",
    query: destinationListQuery,
    responses: { 200: destinationListSchema },
    errors: ["invalid_cursor"],
  }),
  createDestination: defineRoute({
    id: "createDestination",
    method: "POST",
    path: "/destinations",
    tag,
    summary: "Create a destination",
    description:
      "A server, bucket or URL to which files are pushed; type decides which fields it has. Also requires feeds:read, " +
      "because the files of feeds are sent there. Type sftp: with auth.type " +
      "public_key, the response contains our public key to install there. Nothing is sent without host_keys; POST " +
      "/destinations/{destination_id}/test shows the host's keys.",
    scope: "feeds:write",
    recentSignIn: "always",
    wholeWorkspaceOnly: true,
    query: writeQuery,
    body: destinationCreateSchema,
    responses: { 201: destinationSchema, 200: destinationSchema },
    errors: ["limit_reached", "target_not_allowed", "reauthentication_required"],
    example: {
      name: "Partner",
      host: "sftp.partner.example",
      username: "acme",
      auth: { type: "public_key" },
      host_keys: ["SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU"],
      path: "/feeds",
    },
  }),
  getDestination: defineRoute({
    id: "getDestination",
    method: "GET",
    path: "/destinations/{destination_id}",
    tag,
    summary: "Retrieve a destination",
    scope: "feeds:read",
    params: destinationParams,
    // The result of the last test changes without a new version.
    hasUnversionedParts: true,
    responses: { 200: destinationSchema },
    errors: ["not_found"],
  }),
  updateDestination: defineRoute({
    id: "updateDestination",
    method: "PATCH",
    path: "/destinations/{destination_id}",
    tag,
    summary: "Update a destination",
    description:
      "If a password or another secret is stored, a change of the server or user requires auth, and headers, again: a stored " +
      "secret is never sent to another server or user. A login with only our key stays. The type cannot be changed. A change of where " +
      "the files go (the address, the path, the login, the headers and the pinned keys) also requires feeds:read, and of " +
      "people a recent sign-in.",
    scope: "feeds:write",
    recentSignIn: "by_change",
    wholeWorkspaceOnly: true,
    params: destinationParams,
    query: writeQuery,
    body: destinationPatchSchema,
    responses: { 200: destinationSchema },
    errors: ["not_found", "conflict", "precondition_failed", "target_not_allowed", "reauthentication_required"],
    example: { path: "/incoming" },
  }),
  deleteDestination: defineRoute({
    id: "deleteDestination",
    method: "DELETE",
    path: "/destinations/{destination_id}",
    tag,
    summary: "Delete a destination",
    description: "Change the feeds that deliver to it first.",
    scope: "feeds:write",
    wholeWorkspaceOnly: true,
    params: destinationParams,
    query: writeQuery,
    responses: { 204: null },
    errors: ["not_found", "conflict", "precondition_failed"],
  }),
  testDestination: defineRoute({
    id: "testDestination",
    method: "POST",
    path: "/destinations/{destination_id}/test",
    tag,
    summary: "Test a destination",
    description:
      "Does what a run does: it connects and shows the host's keys, logs in if one of them is pinned, and, unless write is " +
      "false, writes a file of 300 kB, reads it back, renames, replaces and removes it. The response shows each step and " +
      "whether a run can deliver. Types s3, https and ftps have the steps connect, login, write and remove. With " +
      "validate_only, no connection is made.",
    scope: "feeds:write",
    wholeWorkspaceOnly: true,
    params: destinationParams,
    query: writeQuery,
    body: destinationTestRequestSchema.prefault({}),
    responses: { 200: destinationTestSchema },
    errors: ["not_found", "target_not_allowed", "rate_limited"],
    example: { write: true },
  }),
  verifyDestination: defineRoute({
    id: "verifyDestination",
    method: "POST",
    path: "/destinations/{destination_id}/verify",
    tag,
    summary: "Verify a destination's files",
    description:
      "Reads the files of each feed's last delivered run from the host and compares size and SHA-256. Nothing is changed on " +
      "the host. It takes at most 25 s; files that were not reached by then are not_compared. With validate_only, no " +
      "connection is made. Also requires feeds:read.",
    scope: "feeds:write",
    wholeWorkspaceOnly: true,
    params: destinationParams,
    query: writeQuery,
    responses: { 200: destinationVerificationSchema },
    errors: ["not_found", "target_not_allowed", "rate_limited"],
  }),
  rotateDestinationKey: defineRoute({
    id: "rotateDestinationKey",
    method: "POST",
    path: "/destinations/{destination_id}/rotate-key",
    tag,
    summary: "Create a new key pair for a destination",
    description:
      "The response contains auth.next_public_key. Install it at the partner in addition to the present key. Logins try both " +
      "until the new key is confirmed. Calling this again replaces the unconfirmed key.",
    scope: "feeds:write",
    returnsStored: true,
    wholeWorkspaceOnly: true,
    params: destinationParams,
    query: writeQuery,
    responses: { 200: destinationSchema },
    errors: ["not_found", "conflict", "precondition_failed"],
  }),
  confirmDestinationKey: defineRoute({
    id: "confirmDestinationKey",
    method: "POST",
    path: "/destinations/{destination_id}/confirm-key",
    tag,
    summary: "Confirm a destination's new key",
    description:
      "Logs in with only the new key. If the host accepts it, it replaces the former key, which is deleted. If not, the " +
      "response is 409 and both keys stay.",
    scope: "feeds:write",
    returnsStored: true,
    wholeWorkspaceOnly: true,
    params: destinationParams,
    query: writeQuery,
    responses: { 200: destinationSchema },
    errors: ["not_found", "conflict", "precondition_failed", "target_not_allowed", "rate_limited"],
  }),
};
