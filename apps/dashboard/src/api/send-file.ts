import { ApiError, readApiError } from "@skucast/client/api/api-error";
import { LIMITS } from "@skucast/contracts/limits";
import { api, type RequestOf, type ResponseOf } from "./client.js";

/** Routes whose request body is a file. */
type FileRoute = "createImport" | "previewImport" | "startWorkspaceImport";

interface FileRequest<Id extends FileRoute> {
  readonly query: NonNullable<RequestOf<Id>["query"]>;
  readonly file: Blob;
  /** Called during the upload with the share that has been sent, from 0 to 1. */
  readonly onSent?: (share: number) => void;
  readonly signal?: AbortSignal;
}

/**
 * Sends a file as the request body. It uses XMLHttpRequest, because fetch reports no upload progress. Errors are
 * ApiErrors.
 */
export function sendFile<Id extends FileRoute>(id: Id, sent: FileRequest<Id>): Promise<ResponseOf<Id>> {
  const { query, file, onSent, signal } = sent;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = () => reject(new ApiError({ status: 0, code: "unreachable", detail: "The file could not be sent." }));
    request.open("POST", api.urlOf(id, { query } as never));
    request.timeout = LIMITS.uploadTimeoutMs;
    request.setRequestHeader("Content-Type", "application/octet-stream");
    request.upload.onprogress = ({ loaded, total }) => onSent?.(total === 0 ? 1 : loaded / total);
    request.onerror = fail;
    request.ontimeout = fail;
    request.onabort = () => reject(signal?.reason ?? new Error("The upload was canceled."));
    request.onload = () => void answerOf(request).then((answer) => resolve(answer as ResponseOf<Id>), reject);
    signal?.addEventListener("abort", () => request.abort(), { once: true });
    request.send(file);
  });
}

async function answerOf(request: XMLHttpRequest): Promise<unknown> {
  const { status, responseText } = request;
  const requestId = request.getResponseHeader("request-id");
  if (status >= 200 && status < 300) return JSON.parse(responseText);
  throw await readApiError(
    new Response(responseText, { status, headers: requestId === null ? {} : { "request-id": requestId } }),
  );
}
