import { getChannel } from "@skucast/catalog/channels/get-channel";
import { previewChannel } from "@skucast/catalog/channels/preview-channel";
import { updateChannel as updateChannelVerb } from "@skucast/catalog/channels/update-channel";
import { previousValues } from "@skucast/catalog/patch";
import { CHANNEL_DEFAULTS } from "@skucast/contracts/channel-profiles/column";
import { channelPatchSchema } from "@skucast/contracts/channels/channel";
import { faultsOf } from "@skucast/contracts/faults";
import { idSchema } from "@skucast/contracts/ids";
import { parseBounded } from "@skucast/contracts/parse-bounded";
import { validationFailed } from "@skucast/contracts/problem";
import { z } from "zod";
import { lenientInput } from "../server/lenient-input.js";
import { defineTool, OVERWRITES } from "./define-tool.js";
import { issueGroups, issueGroupsOutput } from "./parts/issue-groups.js";

const patchSchema = channelPatchSchema.pick({ selection: true, defaults: true, rules: true });

export const updateChannel = defineTool({
  name: "update_channel",
  title: "Change a channel",
  description:
    "Changes a channel's selection, defaults and rules, and returns the remaining issues. Use it for what " +
    "get_channel_issues finds in many products; validate_only tries it.",
  scopes: ["channels:read", "channels:write", "products:read"],
  hints: OVERWRITES,
  input: z.strictObject({
    channel_id: idSchema("ch"),
    selection: z
      .record(z.string(), z.unknown())
      .optional()
      .describe("filters, conditions, include_skus, exclude_skus; replaces lists, [] empties one."),
    defaults: z
      .record(z.string(), z.unknown())
      .optional()
      .describe(`For products without a value; null removes one. ${CHANNEL_DEFAULTS.join(", ")}.`),
    rules: z
      .array(z.unknown())
      .optional()
      .describe('Replaces all, [] removes all: {"type": "constant", "field", "value"}, …'),
    validate_only: z.boolean().default(false),
  }),
  output: z.object({
    stored: z.boolean(),
    changed: z.array(z.string()),
    counts: z.object({ selected: z.int(), written: z.int(), excluded: z.int(), invalid: z.int() }),
    issues: issueGroupsOutput,
  }),
  remedies: { not_found: "list_channels returns the ids of channels." },
  run: async ({ ctx, principal, origin, signal, input }) => {
    const { channel_id: id, validate_only: validateOnly, selection, defaults, rules } = input;
    const patch = lenientInput(patchSchema, { selection: selection && withoutEmpty(selection), defaults, rules });
    if ([selection, defaults, rules].every((part) => part === undefined)) throw validationFailed([NOTHING]);
    const parsed = parseBounded(patchSchema, patch);
    if (!parsed.success) throw validationFailed(faultsOf(parsed.error, patchSchema));
    const call = { ctx: ctx.catalog, principal };
    const options = { validateOnly, origin };
    const before = await getChannel({ ...call, input: { id } });
    const after = await updateChannelVerb({ ...call, input: { id, patch: parsed.data, ...options } });
    const changed = Object.keys(previousValues(before, after));
    const draft = validateOnly ? { channel: parsed.data } : {};
    const { preview } = await previewChannel({ ...call, input: { id, limit: 1, after: "", ...draft }, signal });
    const { selected, written, excluded, invalid } = preview.counts;
    return {
      stored: !validateOnly && changed.length > 0,
      changed,
      counts: { selected, written, excluded, invalid },
      issues: await issueGroups(call, preview),
    };
  },
});

/** Without this, a call in which every part is null would seem to have been stored. */
const NOTHING = {
  pointer: "/selection",
  code: "required",
  message:
    'is required, or defaults or rules; null changes nothing. {"conditions": []} removes the conditions of the selection, ' +
    '{"brand": null} a default, [] all rules',
};

/** A channel has either conditions or none: an empty list means that they are removed. */
const withoutEmpty = (selection: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Array.isArray(selection.conditions) && selection.conditions.length === 0
    ? { ...selection, conditions: null }
    : selection;
