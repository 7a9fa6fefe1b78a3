/** What can go wrong with a call, and the specified words for it (errors.tsv E012–E018). */

export const NETWORK_TEXT = "Please check your internet connection.";
/** Beside it, where something was to happen: what is tried again has the same key. */
export const AGAIN_TEXT = "What you typed is kept. Try again when you are connected: nothing happens twice.";
export const FIELDS_TEXT = "Please check the form for incorrect or missing data.";
export const PRECONDITION_TEXT = "You cannot perform this action.";
export const FALLBACK_TEXT = "We seem to be experiencing server issues. Please try again later.";

export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** A call that was refused, failed, or never reached the server (`status` 0). */
export class CallError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: FieldErrors;
  readonly requestId: string | undefined;
  /** The server's own words, if it had any. */
  readonly serverMessage: string | undefined;
  constructor(details: {
    status: number;
    code?: string;
    message?: string | undefined;
    serverMessage?: string | undefined;
    fields?: FieldErrors;
    requestId?: string | undefined;
  }) {
    super(details.serverMessage ?? details.message ?? FALLBACK_TEXT);
    this.name = "CallError";
    this.status = details.status;
    this.code = details.code ?? "";
    this.fields = details.fields ?? {};
    this.requestId = details.requestId;
    this.serverMessage = details.serverMessage;
  }
  get isNetwork(): boolean {
    return this.status === 0;
  }
}

/**
 * The text that a form shows, in the specified order, the first that applies (A70): network; the server's message;
 * field errors; 412; the error's own message; a fallback.
 */
export function errorText(error: unknown): string {
  if (!(error instanceof CallError)) return error instanceof Error && error.message ? error.message : FALLBACK_TEXT;
  if (error.isNetwork) return NETWORK_TEXT;
  if (error.serverMessage) return error.serverMessage;
  if (Object.keys(error.fields).length > 0) return FIELDS_TEXT;
  if (error.status === 412) return PRECONDITION_TEXT;
  return error.message || FALLBACK_TEXT;
}

/**
 * Whether the same request, sent again, must carry the same idempotency key: the server may have acted without our
 * hearing of it. A refusal in words is an answer; what follows is a new intent.
 */
export const isUndecided = (error: unknown): boolean =>
  !(error instanceof CallError) ||
  error.isNetwork ||
  error.status >= 500 ||
  error.code === "step_up_required" ||
  // The same act is still under way: its key finds the answer.
  error.code === "in_flight" ||
  error.status === 401;

type Body = Record<string, unknown>;
const isRecord = (value: unknown): value is Body =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Success as the specification reads it (A72): `success` or `status` is true, or there is `data`. */
export const isSuccess = (body: unknown): boolean =>
  isRecord(body) &&
  (body["success"] === true || body["status"] === true || (body["data"] !== undefined && body["data"] !== null));

function fieldErrorsOf(value: unknown): FieldErrors {
  if (!isRecord(value)) return {};
  const entries = Object.entries(value).map(
    ([field, texts]) =>
      [
        field,
        (Array.isArray(texts) ? texts : [texts]).filter((text): text is string => typeof text === "string"),
      ] as const,
  );
  return Object.fromEntries(entries.filter(([, texts]) => texts.length > 0));
}

/** Reads an error answer. @param body the parsed JSON, or undefined when the body was empty or no JSON */
export function errorOf(status: number, body: unknown): CallError {
  if (!isRecord(body)) return new CallError({ status });
  const text = (key: string): string | undefined =>
    typeof body[key] === "string" && body[key] !== "" ? body[key] : undefined;
  return new CallError({
    status,
    code: text("code") ?? "",
    serverMessage: text("message"),
    fields: fieldErrorsOf(body["errors"]),
    requestId: text("request_id"),
  });
}

/** The payload: a list's `datatable` (or `data`, A52), any other call's `data`. */
export const payloadOf = (body: unknown): unknown => (isRecord(body) ? (body["datatable"] ?? body["data"] ?? {}) : {});
