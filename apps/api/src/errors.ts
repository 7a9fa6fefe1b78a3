/**
 * Refusals. Each carries a code, and the code chooses the HTTP status: by this table, by what an action declares for it (contract/action.ts), and 409 for
 * every other refusal of a business rule.
 */

const STATUS_OF = {
  no_session: 401,
  bad_signature: 401,

  not_allowed: 403,
  step_up_required: 403,
  foreign_origin: 403,
  only_viewing: 403,
  second_factor_required: 403,
  password_changed: 403,
  profile_updated: 403,
  profile_approved: 403,
  company_profile_updated: 403,
  company_subscribed: 403,
  not_a_checker: 403,
  not_yours: 403,
  may_not_see: 403,
  may_not_export: 403,
  not_possible: 403,
  not_eligible: 403,
  own_case: 403,
  own_loan: 403,
  own_money: 403,
  own_receipt: 403,
  own_typing: 403,
  own_upload: 403,
  own_roles: 403,
  own_bypass: 403,
  link_expired: 403,
  link_refused: 403,

  not_found: 404,
  wrong_method: 405,
  stale_version: 412,
  too_large: 413,
  invalid_fields: 422,
  unreadable: 422,
  idempotency_key_reused: 422,
  too_many: 429,
  server_error: 500,
  provider_unavailable: 503,
  database_unavailable: 503,
  busy: 503,
  demo_past: 503,
} as const;

type Code = keyof typeof STATUS_OF;
const OTHERWISE = 409;
const isKnown = (code: string): code is Code => Object.hasOwn(STATUS_OF, code);

/** The HTTP status of a refusal's code. */
export const statusOf = (code: string): number => (isKnown(code) ? STATUS_OF[code] : OTHERWISE);

/** A message that may be shown to a person. `errors` names the fields. */
export class DomainError extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: Record<string, string[]>;
  /** @param status for a code that the table does not have */
  constructor(status: number, code: string, message: string, errors: Record<string, string[]> = {}) {
    super(message);
    this.status = isKnown(code) ? STATUS_OF[code] : status;
    this.code = code;
    this.errors = errors;
  }
}

/** No session, or one that has ended. */
export class NoSession extends DomainError {
  constructor(message = "Please sign in.") {
    super(401, "no_session", message);
  }
}
/** Signed in, but not allowed. */
export class NotAllowed extends DomainError {
  constructor(message = "You do not have permission to do this.", code = "not_allowed") {
    super(403, code, message);
  }
}
/** The second factor, or the password, has to be given again. */
export class StepUpRequired extends DomainError {
  constructor() {
    super(403, "step_up_required", "Please confirm that it is you.");
  }
}
/** Not there, or not yours: the two look the same. */
export class NotFound extends DomainError {
  constructor(what = "This record") {
    super(404, "not_found", `${what} was not found.`);
  }
}
/** The state table has no such transition. Names both states. */
export class IllegalTransition extends DomainError {
  constructor(noun: string, from: string, to: string) {
    super(OTHERWISE, "illegal_transition", `This ${noun} is ${from} and cannot become ${to}.`);
  }
}
/** A rule of the business refuses it: somebody decided first, or the same request is still being worked on. */
export class Conflict extends DomainError {
  constructor(message: string, code = "conflict") {
    super(OTHERWISE, code, message);
  }
}
/** Somebody else was quicker. */
export class AlreadyDecided extends Conflict {
  constructor(noun: string) {
    super(`Somebody else changed this ${noun} in the meantime. Please look again.`, "already_decided");
  }
}
/** The record changed since it was looked at. */
export class StaleVersion extends DomainError {
  constructor(message = "This record has changed since you opened it. Please look again.") {
    super(412, "stale_version", message);
  }
}
/** Fields. The message is the one that the specification gives for field errors. */
export class InvalidFields extends DomainError {
  constructor(errors: Record<string, string[]>, message = "Please check the form for incorrect or missing data.") {
    super(422, "invalid_fields", message, errors);
  }
}
const SPENT_MEANWHILE =
  "There is not enough money for this any more: something else has just used it. Nothing was taken.";
/** What a person may be shown of an error; undefined for a failure of ours. That money was there when it was looked at and has been used since is known to the ledger alone. */
export function refusalOf(error: unknown): DomainError | undefined {
  if (error instanceof DomainError) return error;
  const reason = error instanceof Error && "reason" in error && error.reason;
  if (reason === "month_away") return new Conflict(`${(error as Error).message} They are in the archive.`, reason);
  return reason === "insufficient_funds"
    ? new InvalidFields({ amount_kobo: [SPENT_MEANWHILE] }, SPENT_MEANWHILE)
    : undefined;
}
/** A refusal as one sentence, for a place that has no fields. @throws what is none */
export function refusalInWords(failure: unknown): string {
  const error = refusalOf(failure);
  if (error instanceof InvalidFields) return Object.values(error.errors).flat().join(", ");
  if (error) return error.message;
  throw failure;
}
/** Too often. */
export class TooMany extends DomainError {
  readonly retry_after_seconds: number;
  constructor(retry_after_seconds: number, message = "Too many attempts. Please try again later.") {
    super(429, "too_many", message);
    this.retry_after_seconds = retry_after_seconds;
  }
}
/** A provider outside does not answer and nothing was done. */
export class ProviderUnavailable extends DomainError {
  constructor(message = "The service behind this is not answering. Nothing was charged; please try again shortly.") {
    super(503, "provider_unavailable", message);
  }
}

const RETRY_SECONDS = 5;
/** The database does not answer. A change may have been made all the same when the connection was lost in the middle of it. */
export class DatabaseUnavailable extends DomainError {
  readonly retry_after_seconds = RETRY_SECONDS;
  constructor() {
    super(503, "database_unavailable", "We cannot reach our records at the moment. Please try again shortly.");
  }
}

const BUSY_SECONDS = 1;
/** As many requests are under way as this process serves well; nothing was begun. */
export class Busy extends DomainError {
  readonly retry_after_seconds = BUSY_SECONDS;
  constructor() {
    super(503, "busy", "There is more to do at the moment than we can. Please try again in a few seconds.");
  }
}

/** Of the connection, as Node names them. */
const LOST = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "ETIMEDOUT",
  "EPIPE",
  "EHOSTUNREACH",
  "ERR_STREAM_DESTROYED",
  "ERR_STREAM_WRITE_AFTER_END",
]);
/** Of the server: connection failures (08…), too many connections, a statement beyond its time, shutting down or starting. */
const NOT_SERVING = /^(08...|53300|57014|57P0[1-5])$/;
/** Of the driver, which gives these no code. */
const DRIVER_MESSAGES =
  /^(timeout exceeded when trying to connect|Connection terminated|Client (has encountered a connection error|was closed)|Cannot use a pool after|Query read timeout)/;

/** Of a statement that was ended, of work that was given up, of a stream that its reader has closed. */
const CANCELLED = new Set(["57014", "ABORT_ERR", "ERR_STREAM_PREMATURE_CLOSE"]);
/** Whether an error is what follows when a client leaves; where it is still there, it is another failure. */
export const isCancelled = ({ code = "" }: { code?: string }): boolean => CANCELLED.has(code);

/** Whether an error says that the database does not answer. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { code = "", message = "" } = error as { code?: unknown; message?: string };
  return (typeof code === "string" && (LOST.has(code) || NOT_SERVING.test(code))) || DRIVER_MESSAGES.test(message);
}
