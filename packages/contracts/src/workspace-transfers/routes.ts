import { defineRoute } from "../define-route.js";
import { LIMITS } from "../limits.js";
import { MANAGE_WORKSPACE } from "../scopes.js";
import {
  exportListSchema,
  exportParams,
  importListSchema,
  importParams,
  transferListQuery,
  workspaceExportSchema,
  workspaceImportSchema,
  writeQuery,
} from "./transfer.js";

const tag = "Workspace";

export const workspaceTransferRoutes = {
  startWorkspaceExport: defineRoute({
    id: "startWorkspaceExport",
    method: "POST",
    path: "/workspace/exports",
    tag,
    summary: "Export the whole workspace",
    description:
      "Only for a signed-in owner, after a recent sign-in. The archive is written in the background: a tar file with " +
      "JSON Lines for each resource and the stored files of runs. It contains no secret: its manifest names what is left " +
      `out. It can be downloaded for ${LIMITS.workspaceExportDays} days.`,
    scope: MANAGE_WORKSPACE,
    recentSignIn: "always",
    query: writeQuery,
    startsResource: true,
    responses: { 202: workspaceExportSchema, 200: workspaceExportSchema },
    errors: ["conflict", "reauthentication_required"],
  }),
  listWorkspaceExports: defineRoute({
    id: "listWorkspaceExports",
    method: "GET",
    path: "/workspace/exports",
    tag,
    summary: "List exports of the workspace, newest first",
    scope: MANAGE_WORKSPACE,
    query: transferListQuery,
    responses: { 200: exportListSchema },
    errors: ["invalid_cursor"],
  }),
  getWorkspaceExport: defineRoute({
    id: "getWorkspaceExport",
    method: "GET",
    path: "/workspace/exports/{export_id}",
    tag,
    summary: "Retrieve an export of the workspace",
    scope: MANAGE_WORKSPACE,
    params: exportParams,
    responses: { 200: workspaceExportSchema },
    errors: ["not_found"],
  }),
  getWorkspaceArchive: defineRoute({
    id: "getWorkspaceArchive",
    method: "GET",
    path: "/workspace/exports/{export_id}/archive",
    tag,
    summary: "Download the archive of an export",
    description:
      "Only for a signed-in owner, after a recent sign-in. Each download is in the audit log. An interrupted download is " +
      "continued with Range and If-Range.",
    scope: MANAGE_WORKSPACE,
    recentSignIn: "always",
    params: exportParams,
    fileTypes: ["application/x-tar"],
    hasEntityTag: true,
    responses: { 200: "file", 206: "file" },
    errors: ["not_found", "conflict", "range_not_satisfiable", "reauthentication_required"],
  }),
  startWorkspaceImport: defineRoute({
    id: "startWorkspaceImport",
    method: "POST",
    path: "/workspace/imports",
    tag,
    summary: "Import an archive into the workspace",
    description:
      "Only for a signed-in owner, after a recent sign-in, and into a workspace without products, channels, destinations, " +
      "sources, feeds, endpoints and profiles. The body is an archive of POST /workspace/exports, of this or another " +
      "deployment. It is checked as a whole before anything is created. Objects get new ids. Feeds, sources and endpoints " +
      "are created paused, so that two deployments do not act at once. Members, keys and history are not created. With " +
      "validate_only, the request is checked and the archive is not, because it is read in the background.",
    scope: MANAGE_WORKSPACE,
    recentSignIn: "always",
    query: writeQuery,
    upload: {
      mediaTypes: ["application/x-tar", "application/octet-stream"],
      bytesMax: LIMITS.workspaceArchiveBytesMax,
    },
    startsResource: true,
    responses: { 202: workspaceImportSchema, 200: workspaceImportSchema },
    errors: ["conflict", "reauthentication_required", "validation_failed"],
  }),
  listWorkspaceImports: defineRoute({
    id: "listWorkspaceImports",
    method: "GET",
    path: "/workspace/imports",
    tag,
    summary: "List imports of archives, newest first",
    scope: MANAGE_WORKSPACE,
    query: transferListQuery,
    responses: { 200: importListSchema },
    errors: ["invalid_cursor"],
  }),
  getWorkspaceImport: defineRoute({
    id: "getWorkspaceImport",
    method: "GET",
    path: "/workspace/imports/{import_id}",
    tag,
    summary: "Retrieve an import of an archive",
    scope: MANAGE_WORKSPACE,
    params: importParams,
    responses: { 200: workspaceImportSchema },
    errors: ["not_found"],
  }),
};
