import type {
  ClaimedRole,
  SingleSignOn,
  singleSignOnPutSchema,
} from "@skucast/contracts/single-sign-on/single-sign-on";
import type { z } from "zod";

/** The form's values: lists as the text that people type. */
export interface FormValues {
  readonly issuer: string;
  readonly clientId: string;
  readonly secret: string;
  readonly domains: string;
  /** Empty for no access. */
  readonly defaultRole: string;
  readonly claim: string;
  /** A line for each value: `value = role`. */
  readonly mapping: string;
  readonly isRequired: boolean;
}

export const valuesOf = (stored: SingleSignOn | null): FormValues => ({
  issuer: stored?.issuer ?? "",
  clientId: stored?.client_id ?? "",
  secret: "",
  domains: stored?.domains.join(", ") ?? "",
  defaultRole: stored === null ? "viewer" : (stored.default_role ?? ""),
  claim: stored?.role_claim ?? "",
  mapping: stored?.role_mapping.map(({ value, role }) => `${value} = ${role}`).join("\n") ?? "",
  isRequired: stored?.required ?? false,
});

/** The request body. The contract reports a line whose role is unknown. */
export const toBody = (values: FormValues): z.input<typeof singleSignOnPutSchema> => ({
  issuer: values.issuer.trim(),
  client_id: values.clientId.trim(),
  ...(values.secret !== "" && { client_secret: values.secret }),
  domains: values.domains.split(/[\s,]+/).filter((domain) => domain !== ""),
  role_claim: values.claim.trim() === "" ? null : values.claim.trim(),
  role_mapping: values.mapping
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const at = line.lastIndexOf("=");
      // A role is checked by the contract, like all that people type.
      return { value: line.slice(0, Math.max(at, 0)).trim(), role: line.slice(at + 1).trim() as ClaimedRole };
    }),
  default_role: values.defaultRole === "" ? null : (values.defaultRole as ClaimedRole),
  required: values.isRequired,
});
