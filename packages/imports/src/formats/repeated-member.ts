import { findRepeatedMember } from "@skucast/contracts/find-repeated-member";

/** Why a row with a member that occurs twice is not read: it is not known which of its values counts. */
export function repeatedMemberFault(text: string, value: object, members: number): string | undefined {
  if (countMembers(value) >= members) return undefined;
  const name = findRepeatedMember(text)?.name.slice(0, NAME_LENGTH_MAX).toWellFormed() ?? "";
  return `has the member ${JSON.stringify(name)} twice; send it once`;
}

const NAME_LENGTH_MAX = 100;

/** The members of all objects in a value. Runs for every row, so it makes no lists of them. */
function countMembers(value: object): number {
  let count = 0;
  if (Array.isArray(value)) {
    for (const entry of value) if (typeof entry === "object" && entry !== null) count += countMembers(entry);
    return count;
  }
  const members = value as Readonly<Record<string, unknown>>;
  for (const name in members) {
    count += 1;
    const member = members[name];
    if (typeof member === "object" && member !== null) count += countMembers(member);
  }
  return count;
}
