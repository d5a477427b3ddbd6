import { CHANNEL_PROFILES } from "@skucast/contracts/channels/channel";
import { useApiQuery } from "../../api/use-api-query.js";
import { texts } from "../../texts/texts.js";
import { profileName } from "../channels/profile-name.js";

/** What a channel can have as its profile: built-in ones and those of the workspace, and always its present one. */
export function useProfileChoices(present: string): { readonly value: string; readonly label: string }[] {
  const { data } = useApiQuery("listChannelProfiles", { query: { limit: 200 } });
  const own = (data?.data ?? []).filter((profile) => profile.is_custom);
  const names = own.flatMap(({ name, versions = [] }) => [name, ...versions.map((version) => `${name}@${version}`)]);
  return [...new Set([...names, ...CHANNEL_PROFILES, present])].map((value) => ({
    value,
    label: value.includes("@") ? profileName(value) : texts.channels.form.newest(profileName(value)),
  }));
}
