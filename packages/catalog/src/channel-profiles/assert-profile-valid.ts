import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import { LIMITS } from "@skucast/contracts/limits";
import { validationFailed } from "@skucast/contracts/problem";
import { checkProfile } from "@skucast/profiles/custom/check-profile";

/** Rejects a profile that cannot work, with all of its errors. */
export function assertProfileValid(profile: ProfileDefinition): void {
  const faults = checkProfile(profile);
  const bytes = Buffer.byteLength(JSON.stringify(profile));
  if (bytes > LIMITS.channelProfileBytesMax) {
    const message = `must have at most ${LIMITS.channelProfileBytesMax} bytes as JSON, not ${bytes}`;
    faults.push({ pointer: "", code: "too_big", message });
  }
  if (faults.length > 0) throw validationFailed(faults);
}
