import { Problem } from "@skucast/contracts/problem";
import { mediaTypeOfFile } from "@skucast/contracts/runs/media-type";
import type { Run, RunFile } from "@skucast/contracts/runs/run";
import type { FileStore } from "@skucast/file-store/file-store";
import type { FileReply } from "@skucast/http-kit/handler";

interface FileRequest {
  readonly files: FileStore;
  readonly workspaceId: string;
  readonly run: Run;
  /** Name of the file, if there are several. */
  readonly name: string | undefined;
}

/** A file of a run, as a stream. Throws not_found if the run wrote none, or the file is no longer stored. */
export async function openRunFile({ files, workspaceId, run, name }: FileRequest): Promise<FileReply> {
  const file = chosenFile(run, name);
  const stored = await files.open(`${workspaceId}/${run.id}/${file.name}`);
  if (!stored) throw new Problem("not_found", "The file of this run is no longer stored.");
  return {
    status: 200,
    stream: await stored.stream(),
    contentType: mediaTypeOfFile(file),
    length: file.bytes,
    fileName: file.name,
    etag: `"${file.sha256}"`,
  };
}

function chosenFile({ status, files }: Run, name: string | undefined): RunFile {
  const [first, ...others] = files;
  if (!first) throw new Problem("not_found", `The run is ${status} and has no file.`);
  if (name === undefined && others.length > 0) {
    throw new Problem("conflict", `The run has ${files.length} files; set name to one of them, such as ${first.name}.`);
  }
  const file = files.find((candidate) => candidate.name === (name ?? first.name));
  if (!file) throw new Problem("not_found", `The run has no file ${name}; an existing one is ${first.name}.`);
  return file;
}
