import type {
  ChannelProfile,
  ProfileDefinition,
  WrittenProfile,
} from "@skucast/contracts/channel-profiles/channel-profile";
import type { Sample, SampleRequest } from "@skucast/contracts/channel-profiles/custom-profile";
import { bindingOf } from "@skucast/contracts/principal";
import { validationFailed } from "@skucast/contracts/problem";
import { channelConditions } from "@skucast/db/products/channel-conditions";
import { type Candidate, listCandidates, readCandidatesBySku } from "@skucast/db/products/read-candidates";
import { type CompiledChannel, compileChannel } from "@skucast/profiles/channel/compile-channel";
import { mapDocument } from "@skucast/profiles/channel/map-document";
import { decodedFile } from "@skucast/profiles/formats/decoded-file";
import { formatOf } from "@skucast/profiles/formats/format-of";
import type { Call, WriteOptions } from "../call.js";
import { createPreviewReport } from "../channels/preview-report.js";
import { requireScope } from "../require-scope.js";

/** Rejects the request of a sample unless the write is a dry run. Call it before the write. */
export function assertSampleAllowed({ input }: Call<WriteOptions>, request: SampleRequest | undefined): void {
  if (request === undefined || input.validateOnly) return;
  const message = "needs validate_only=true: a sample is only shown by a dry run";
  throw validationFailed([{ pointer: "/sample", code: "not_allowed", message }]);
}

/** The result of a dry run with the requested sample. */
export async function withSample(
  call: Call<WriteOptions>,
  profile: ChannelProfile,
  request: SampleRequest | undefined,
): Promise<WrittenProfile> {
  return request === undefined ? profile : { ...profile, sample: await sampleOf(call, profile, request) };
}

async function sampleOf(call: Call<unknown>, profile: ProfileDefinition, request: SampleRequest): Promise<Sample> {
  const format = request.format ?? profile.formats[0] ?? "csv";
  if (!profile.formats.includes(format)) {
    const message = `must be one of the profile's formats: ${profile.formats.join(", ")}`;
    throw validationFailed([{ pointer: "/sample/format", code: "not_allowed", message }]);
  }
  const candidates = await readSample(call, request);
  const choice = { profile: profile.name, definition: profile };
  const channel = { id: "", ...choice, market: request.market, defaults: {}, rules: [], format };
  const compiled = compileChannel(channel, call.ctx.clock.now());
  const report = createPreviewReport(compiled, request.limit);
  for (const candidate of candidates) report.add({ ...candidate, exclusions: [] });
  const { rows, invalid } = report.finish();
  return {
    format,
    content: decodedFile(compiled.profile, format, fileOf(compiled, format, candidates)),
    rows,
    invalid,
  };
}

async function readSample(
  { ctx, principal }: Call<unknown>,
  { skus, limit }: SampleRequest,
): Promise<readonly Candidate[]> {
  requireScope(principal, "products:read");
  const conditions = channelConditions({ filters: {}, include_skus: [], exclude_skus: [] });
  const query = { binding: bindingOf(principal), conditions };
  if (skus) return readCandidatesBySku(ctx.db, { ...query, skus });
  return (await listCandidates(ctx.db, { ...query, after: "", limit })).candidates;
}

function fileOf(channel: CompiledChannel, format: Sample["format"], candidates: readonly Candidate[]): Buffer {
  const writer = formatOf(channel.profile, format).writer(channel.columns);
  const pieces = [writer.header()];
  for (const { doc } of candidates) {
    const { isValid, cells } = mapDocument(channel, doc);
    if (isValid) pieces.push(writer.row(cells));
  }
  pieces.push(writer.footer());
  return Buffer.concat(pieces.map((piece) => (typeof piece === "string" ? Buffer.from(piece) : Buffer.from(piece))));
}
