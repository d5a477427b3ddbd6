import { z } from "zod";
import { defineEvent } from "../define-event.js";
import { changeOf, example, fact } from "./event-parts.js";

/** A profile without its columns, which may be many: GET /channel-profiles/{id}@{version} returns them. */
const data = changeOf(
  z.object({
    id: z.string().describe("The profile's name."),
    version: z.int().describe("The profile's newest version, or the last one of a deleted profile."),
    title: z.string(),
    formats: z.array(z.string()),
    column_count: z.int(),
  }),
);
const profile = {
  id: "custom_shop",
  version: 1,
  title: "Shop",
  formats: ["csv"],
  column_count: 14,
};

/**
 * Events of the profiles that workspaces define. They are facts, because a profile that is created again under a former
 * name starts with version 1.
 */
export const CHANNEL_PROFILE_EVENTS = [
  defineEvent({
    ...fact,
    type: "channel_profile.created",
    summary: "A channel profile was created.",
    data,
    example: example(profile),
  }),
  defineEvent({
    ...fact,
    type: "channel_profile.updated",
    summary: "A new version of a channel profile was stored. Channels that follow the newest version use it.",
    data,
    example: example({ ...profile, version: 2, column_count: 15 }, { version: 1, column_count: 14 }),
  }),
  defineEvent({
    ...fact,
    type: "channel_profile.deleted",
    summary: "A channel profile was deleted with all of its versions.",
    data,
    example: example({ ...profile, version: 2, column_count: 15 }),
  }),
] as const;
