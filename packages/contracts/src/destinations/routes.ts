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
      "Where files are pushed. With auth.type public_key the answer holds our public key to install at the partner. " +
      "Without host_keys nothing is sent; POST /destinations/{destination_id}/test shows what the host has.",
    scope: "feeds:write",
    ofWholeWorkspace: true,
    query: writeQuery,
    body: destinationCreateSchema,
    responses: { 201: destinationSchema, 200: destinationSchema },
    errors: ["limit_reached", "target_not_allowed"],
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
    summary: "Read a destination",
    scope: "feeds:read",
    params: destinationParams,
    // How its last test went is no change of the destination.
    hasUnversionedParts: true,
    responses: { 200: destinationSchema },
    errors: ["not_found"],
  }),
  updateDestination: defineRoute({
    id: "updateDestination",
    method: "PATCH",
    path: "/destinations/{destination_id}",
    tag,
    summary: "Change a destination",
    description:
      "Where auth.type is password, a change of host, port or username asks for auth again: a stored password goes to no " +
      "other server and no other user. A login with our key stays.",
    scope: "feeds:write",
    ofWholeWorkspace: true,
    params: destinationParams,
    query: writeQuery,
    body: destinationPatchSchema,
    responses: { 200: destinationSchema },
    errors: ["not_found", "conflict", "precondition_failed", "target_not_allowed"],
    example: { path: "/incoming" },
  }),
  deleteDestination: defineRoute({
    id: "deleteDestination",
    method: "DELETE",
    path: "/destinations/{destination_id}",
    tag,
    summary: "Delete a destination",
    description: "Feeds that deliver to it must be changed first.",
    scope: "feeds:write",
    ofWholeWorkspace: true,
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
      "Does what a run does: connects and shows the host's keys; logs in only if a pinned one is among them; then, unless " +
      "write is false, writes a file of 300 kB, reads it back, renames it, replaces it and removes it. The answer says how " +
      "far the test came and whether a run would deliver. With validate_only nothing is connected to.",
    scope: "feeds:write",
    ofWholeWorkspace: true,
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
    summary: "Compare a destination's files with what was delivered",
    description:
      "Reads the files of each feed's last delivered run back from the host and compares their size and SHA-256. Nothing is " +
      "changed at the host. It takes 25 s at most; files that were not reached by then are not_compared. With " +
      "validate_only nothing is connected to.",
    scope: "feeds:write",
    ofWholeWorkspace: true,
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
    summary: "Make a new key pair for a destination",
    description:
      "The answer holds auth.next_public_key, to be installed at the partner beside the present one. Logins try both " +
      "until the new one is confirmed. Asked again, it makes another new one.",
    scope: "feeds:write",
    ofWholeWorkspace: true,
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
      "Logs in with the new key alone. When the partner takes it, it replaces the former one, which is forgotten; when " +
      "not, 409 and both stay.",
    scope: "feeds:write",
    ofWholeWorkspace: true,
    params: destinationParams,
    query: writeQuery,
    responses: { 200: destinationSchema },
    errors: ["not_found", "conflict", "precondition_failed", "target_not_allowed", "rate_limited"],
  }),
};
