import type { ChannelProfile, WrittenProfile } from "@skucast/contracts/channel-profiles/channel-profile";
import type { SampleRequest } from "@skucast/contracts/channel-profiles/custom-profile";
import { api, type RequestOf } from "../../api/client.js";
import { patchBetween, readText, textOfProfile } from "./profile-draft.js";

/** Saves an edited profile, or with a sample request only tries it. Rejects with the service's errors. */
export interface ProfileWriter {
  /** Identifies what it writes to. */
  readonly id: string;
  readonly write: (text: string, sample?: SampleRequest) => Promise<WrittenProfile>;
}

/** Creates a profile with this name. */
export const creatingWriter = (name: string): ProfileWriter => ({
  id: `new ${name}`,
  write: (text, sample) => {
    const body = { ...definitionIn(text), name, ...(sample && { sample }) };
    return api.call("createChannelProfile", {
      query: { validate_only: sample !== undefined },
      // The service checks the body; the editor's text may be anything.
      body: body as unknown as RequestOf<"createChannelProfile">["body"],
    });
  },
});

/** Stores a new version of a profile, unless another one was stored since it was read. */
export const updatingWriter = (profile: ChannelProfile): ProfileWriter => ({
  id: profile.id,
  write: (text, sample) => {
    const patch = patchBetween(JSON.parse(textOfProfile(profile)), definitionIn(text)) as object;
    return api.call("updateChannelProfile", {
      params: { profile_id: profile.name },
      query: { validate_only: sample !== undefined },
      body: { ...patch, ...(sample && { sample }) },
      ...(sample === undefined && { ifMatch: Number(profile.version) }),
    });
  },
});

function definitionIn(text: string): Readonly<Record<string, unknown>> {
  const read = readText(text);
  if (!read.ok) throw new Error(read.fault.message);
  return read.definition;
}
