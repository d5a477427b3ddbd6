import { setTimeout as pause } from "node:timers/promises";
import { FILE_NAME_PLACEHOLDER } from "@skucast/contracts/destinations/destination-types";
import { SftpFailure } from "@skucast/sftp/sftp-failure";
import type { UploadFile } from "@skucast/sftp/upload-content";
import { failureOfPut } from "../failed-put.js";
import type { OpenSession, PartnerSession, PutOptions } from "../partner-session.js";
import { type Answer, answerFailure } from "./answer-failure.js";
import { createHttpsClient, type HttpsClient } from "./https-client.js";
import { type HttpsOptions, headersOf, loginSchema, optionsSchema, secretsOf, urlOf } from "./https-options.js";
import { fileBody, formBody } from "./request-body.js";

/** Uploads to a URL. Whether a file is replaced in one step is up to the server. */
export const openHttps: OpenSession = async (partner, { isLoginChecked, ...options }) => {
  const target = optionsSchema.parse(partner.options);
  const login = loginSchema.parse(JSON.parse(partner.login));
  const headers = headersOf(login);
  const client = createHttpsClient({
    ...options,
    origin: urlOf(target, "").origin,
    ca: target.ca_certificate ?? undefined,
    secrets: secretsOf(login),
  });
  const isReadable = target.method === "PUT";
  const at = (name: string) => ({ url: urlOf(target, name), headers, isRepeatable: true });
  if (isLoginChecked) {
    try {
      await checkLogin(client, at("skucast-test"));
    } catch (error) {
      client.close();
      throw error;
    }
  }
  let firstName: string | undefined;
  const session: PartnerSession = {
    canReadRanges: true,
    async put(file, put) {
      firstName ??= file.name;
      if (file.name !== firstName && !target.url.includes(FILE_NAME_PLACEHOLDER) && isReadable) {
        const detail = `the URL has no ${FILE_NAME_PLACEHOLDER}, so ${file.name} would replace ${firstName}`;
        throw new SftpFailure("rejected", detail);
      }
      let isStarted = false;
      const onBytes = (bytes: number) => {
        isStarted ||= bytes > 0;
        put.onBytes(bytes);
      };
      try {
        const sender = { client, target, headers, signal: options.signal };
        const serverMessage = await send(sender, file, { ...put, onBytes });
        if (!isReadable) return { verification: "none", serverMessage };
        return { ...(await put.check(file.name)), serverMessage };
      } catch (error) {
        throw await failureOfPut(session, { name: file.name, error, isStarted: isStarted && isReadable });
      }
    },
    async sizeOf(name) {
      if (!isReadable) return null;
      const { status, bytes } = await client.ask({ ...at(name), method: "HEAD", what: `reading the size of ${name}` });
      if (status === 404 || status === 410) return undefined;
      return status === 200 ? (bytes ?? null) : null;
    },
    async read(name, range) {
      if (!isReadable) return null;
      const wanted = range && { range: `bytes=${range.start}-${range.end}` };
      const request = { ...at(name), method: "GET", what: `reading ${name} back` } as const;
      const answer = await client.fetch({ ...request, headers: { ...headers, ...wanted } });
      if (answer.status === (range ? 206 : 200)) return answer.pieces;
      answer.discard();
      return answer.status === 404 || answer.status === 410 ? undefined : null;
    },
    async remove(name) {
      const what = `removing ${name}`;
      if (!isReadable) throw new SftpFailure("unsupported", what, { isAnswer: true });
      const answer = await client.ask({ ...at(name), method: "DELETE", what });
      const isGone = answer.status === 404 || answer.status === 410 || (answer.status >= 200 && answer.status < 300);
      if (!isGone) throw answerFailure(answer, what, true);
    },
    close: client.close,
  };
  return session;
};

interface Sender {
  readonly client: HttpsClient;
  readonly target: HttpsOptions;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

const TRIES_MAX = 3;
const RETRY_AFTER_SECONDS_MAX = 60;

/** Sends a file, again when the server asks to wait. Returns what the server answered. */
async function send(sender: Sender, file: UploadFile, put: PutOptions): Promise<string | undefined> {
  const what = `sending ${file.name}`;
  const isRepeatable = sender.target.method === "PUT";
  for (let tries = 1; ; tries += 1) {
    const answer = await sendOnce(sender, file, put);
    if (sender.target.success_statuses.includes(answer.status)) return answer.message;
    const waitSeconds = answer.retryAfterSeconds ?? Number.POSITIVE_INFINITY;
    if (!isBusy(answer) || waitSeconds > RETRY_AFTER_SECONDS_MAX || tries === TRIES_MAX)
      throw answerFailure(answer, what, isRepeatable);
    await pause(waitSeconds * 1000, undefined, { signal: sender.signal }).catch(() => sender.signal.throwIfAborted());
  }
}

const isBusy = ({ status }: Answer): boolean => status === 429 || status === 503;

async function sendOnce(sender: Sender, file: UploadFile, put: PutOptions): Promise<Answer> {
  const { client, target, headers } = sender;
  const isRepeatable = target.method === "PUT";
  let sentBytes = 0;
  const onBytes = (bytes: number) => {
    sentBytes += bytes;
    put.onBytes(bytes);
  };
  const content = await file.open();
  try {
    const body = isRepeatable
      ? fileBody(file, content, onBytes)
      : formBody(file, content, { fieldName: target.field_name, onBytes });
    // The same for every try, so that a server that knows the header takes the file once.
    const key = { "idempotency-key": `${put.runId}-${put.destinationId}-${file.name}` };
    const answer = await client.ask({
      method: target.method,
      url: urlOf(target, file.name),
      headers: { ...key, ...headers },
      body,
      what: `sending ${file.name}`,
      isRepeatable,
    });
    if (!target.success_statuses.includes(answer.status)) put.onBytes(-sentBytes);
    return answer;
  } catch (error) {
    put.onBytes(-sentBytes);
    throw error;
  } finally {
    await content.close();
  }
}

/** Asks for the headers of a file that is not there. Only 401 says something about the login. */
async function checkLogin(
  client: HttpsClient,
  target: { readonly url: URL; readonly headers: Readonly<Record<string, string>>; readonly isRepeatable: boolean },
): Promise<void> {
  const what = "asking for headers";
  const answer = await client.ask({ ...target, method: "HEAD", what });
  if (answer.status === 401) throw answerFailure(answer, what, true);
}
