/**
 * Lines of `describeSchema` that this version does not need and the next version drops. The previous version needs them, so
 * they are still in the schema (ADR 0085): foreign keys between home tables and tenant tables, whose work the statements of
 * this version do, and functions that have a successor.
 */
export const LEAVING: ReadonlySet<string> = new Set([
  "constraint memberships_user_id_fkey on memberships",
  "constraint notices_user_id_fkey on notices",
  "constraint oauth_grants_workspace_id_fkey on oauth_grants",
  "constraint sessions_current_workspace_id_fkey on sessions",
  "constraint sessions_single_sign_on_workspace_id_fkey on sessions",
  "constraint single_sign_on_domains_workspace_id_domain_fkey on single_sign_on_domains",
  "constraint single_sign_on_identities_workspace_id_fkey on single_sign_on_identities",
  "constraint single_sign_on_workspace_id_fkey on single_sign_on",
  "function access_continues(text, text)",
  "grant of EXECUTE on access_continues to skucast_system",
  "function forget_person_in_audit_logs(text) as the owner",
  "grant of EXECUTE on forget_person_in_audit_logs to skucast_system",
]);
