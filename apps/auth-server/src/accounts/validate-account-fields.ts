import { hiddenInName } from "@skucast/contracts/hidden-characters";
import { text } from "@skucast/contracts/text";
import { z } from "zod";
import { texts } from "../language/request-language.js";
import { cleanText } from "../pages/clean-text.js";
import { isBreachedPassword } from "./breached-passwords.js";
import { isOfContext } from "./context-passwords.js";
import { variantsOf } from "./password-variants.js";
import { isPredictablePassword } from "./predictable-passwords.js";

export const NAME_LENGTH_MAX = 100;
export const EMAIL_LENGTH_MAX = 254;
export const PASSWORD_LENGTH_MIN = 10;
export const PASSWORD_LENGTH_MAX = 200;

/** An email address as it is stored and compared. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase();

const emailSchema = z.email().max(EMAIL_LENGTH_MAX);

/** The validation error of an email address, or null. */
export function emailError(email: string): string | null {
  if (email === "") return texts().forms.errors.enterEmail;
  return emailSchema.safeParse(email).success ? null : texts().forms.errors.invalidEmail;
}

/** What a name is for. */
type Named = "person" | "firstWorkspace" | "workspace" | "passkey";

/** The validation error of a name, or null. Invisible characters alone are no name. */
export function nameError(name: string, named: Named): string | null {
  const [missing, long] = nameErrors(named);
  if (cleanText(name) === "") return missing;
  const hidden = hiddenInName(name.trim());
  if (hidden !== null) return texts().forms.errors.hiddenCharacter(hidden);
  return text(NAME_LENGTH_MAX).safeParse(name).success ? null : long(NAME_LENGTH_MAX);
}

function nameErrors(named: Named): readonly [missing: string, long: (max: number) => string] {
  const { errors } = texts().forms;
  switch (named) {
    case "person":
      return [errors.enterName, errors.longName];
    case "firstWorkspace":
      return [errors.enterWorkspaceName, errors.longWorkspaceName];
    case "workspace":
      return [errors.enterNewWorkspaceName, errors.longNewWorkspaceName];
    case "passkey":
      return [errors.enterPasskeyName, errors.longPasskeyName];
  }
}

/**
 * The validation error of a new password, or null. Checks its length and rejects passwords of known breaches and what
 * anyone knows about the account, also put together or with characters that stand for others (NIST SP 800-63B-4, section 3.1.1.2).
 */
export function passwordError(password: string, email: string): string | null {
  const length = [...password].length;
  if (length < PASSWORD_LENGTH_MIN) return texts().forms.errors.passwordShort(PASSWORD_LENGTH_MIN);
  if (length > PASSWORD_LENGTH_MAX) return texts().forms.errors.passwordLong(PASSWORD_LENGTH_MAX);
  const plain = password.normalize("NFKC").toLowerCase();
  if (email !== "" && (plain === email || plain === email.split("@")[0])) {
    return texts().forms.errors.passwordIsEmail;
  }
  const isKnown = (text: string) => isBreachedPassword(text) || isPredictablePassword(text) || isOfContext(text, email);
  if (new Set(plain).size <= 2 || [...variantsOf(plain)].some(isKnown)) {
    return texts().forms.errors.passwordCommon;
  }
  return null;
}
