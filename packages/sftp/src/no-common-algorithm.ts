import { algorithmsFor } from "./algorithms.js";
import type { KexOffer } from "./kex-offer.js";
import { SftpFailure } from "./sftp-failure.js";

type Kind = keyof KexOffer;

const KIND_NAMES: Readonly<Record<Kind, string>> = {
  kex: "key exchange",
  serverHostKey: "host key",
  cipher: "cipher",
  hmac: "MAC",
};
/** Ciphers with built-in authentication need no MAC. */
const HAS_OWN_MAC = /gcm@openssh\.com$|^chacha20-poly1305@openssh\.com$/;
const SHOWN_MAX = 12;

/**
 * The failure of a handshake without a common algorithm: names each missing kind, what both sides offer, and whether
 * `legacy_algorithms_until` would help. Undefined when there is a common algorithm of each kind.
 */
export function noCommonAlgorithm(offer: KexOffer, isLegacyAllowed: boolean): SftpFailure | undefined {
  const ours = listsFor(isLegacyAllowed);
  const missing = missingKinds(offer, ours);
  if (missing.length === 0) return undefined;
  const kinds = missing.map(
    (kind) => `${KIND_NAMES[kind]}: the host offers ${listed(offer[kind])}; Skucast offers ${listed(ours[kind])}`,
  );
  return new SftpFailure("no_common_algorithm", `${kinds.join(". ")}. ${adviceFor(offer, isLegacyAllowed)}`);
}

function adviceFor(offer: KexOffer, isLegacyAllowed: boolean): string {
  if (!isLegacyAllowed && missingKinds(offer, listsFor(true)).length === 0) {
    return "To allow the host's old algorithms until a given day, set legacy_algorithms_until";
  }
  return "No setting of the destination helps; ask the partner to enable one of Skucast's algorithms";
}

function missingKinds(offer: KexOffer, ours: KexOffer): Kind[] {
  const cipher = firstCommon(ours.cipher, offer.cipher);
  const needsMac = cipher === undefined || !HAS_OWN_MAC.test(cipher);
  const kinds: Kind[] = ["kex", "serverHostKey", "cipher", ...(needsMac ? (["hmac"] as const) : [])];
  return kinds.filter((kind) => firstCommon(ours[kind], offer[kind]) === undefined);
}

/** The client's preference decides (RFC 4253, section 7.1). */
const firstCommon = (ours: readonly string[], theirs: readonly string[]): string | undefined =>
  ours.find((name) => theirs.includes(name));

function listsFor(isLegacyAllowed: boolean): KexOffer {
  return algorithmsFor({ isLegacyAllowed });
}

/** Entries in the list of key exchanges that announce extensions (RFC 8308, section 2.1; OpenSSH's PROTOCOL, section 1.9). */
const ANNOUNCEMENT = /^(?:ext-info-[cs]|kex-strict-[cs]-v\d+@openssh\.com)$/;

function listed(offered: readonly string[]): string {
  const names = offered.filter((name) => !ANNOUNCEMENT.test(name));
  const shown = names.slice(0, SHOWN_MAX).map((name) => name.replace(/[^\x21-\x7e]/g, "?").slice(0, 64));
  return `${shown.join(", ") || "none"}${names.length > SHOWN_MAX ? ", …" : ""}`;
}
