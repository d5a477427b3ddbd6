import { Problem } from "@skucast/contracts/problem";
import { mediaTypeOfFile } from "@skucast/contracts/runs/media-type";
import type { Run, RunFile } from "@skucast/contracts/runs/run";
import type { FileStore } from "@skucast/file-store/file-store";
import type { FileReply } from "@skucast/http-kit/handler";

interface Wanted {
  readonly files: FileStore;
  readonly workspaceId: string;
  readonly run: Run;
  /** Which of several files. */
  readonly name: string | undefined;
}

/** A file that a run wrote, as a stream. Throws not_found when it wrote none, or the file is not kept any more. */
export async function openRunFile({ files, workspaceId, run, name }: Wanted): Promise<FileReply> {
  const file = chosenFile(run, name);
  const stored = await files.open(`${workspaceId}/${run.id}/${file.name}`);
  if (!stored) throw new Problem("not_found", "The file of this run is not kept any more.");
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
    throw new Problem("conflict", `The run has ${files.length} files; name one of them, such as ${first.name}.`);
  }
  const file = files.find((candidate) => candidate.name === (name ?? first.name));
  if (!file)
    throw new Problem("not_found", `The run has no file ${name}; its files are called ${first.name} and alike.`);
  return file;
}
