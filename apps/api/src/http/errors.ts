/** Domain errors and the HTTP status of each: the one table. */

/** Something that a person may be told. `errors` names the fields. */
export class DomainError extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: Record<string, string[]>;
  constructor(status: number, code: string, message: string, errors: Record<string, string[]> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.errors = errors;
  }
}

/** 401: no session, or one that has ended. */
export class NoSession extends DomainError {
  constructor(message = "Please sign in.") {
    super(401, "no_session", message);
  }
}
/** 403: signed in, but not allowed. */
export class NotAllowed extends DomainError {
  constructor(message = "You do not have permission to do this.", code = "not_allowed") {
    super(403, code, message);
  }
}
/** 403: the second factor, or the password, is asked again. */
export class StepUpRequired extends DomainError {
  constructor() {
    super(403, "step_up_required", "Please confirm that it is you.");
  }
}
/** 404: not there, or not yours; the two are not told apart. */
export class NotFound extends DomainError {
  constructor(what = "This record") {
    super(404, "not_found", `${what} was not found.`);
  }
}
/** 409: the state table has no such transition. Names both states. */
export class IllegalTransition extends DomainError {
  constructor(noun: string, from: string, to: string) {
    super(409, "illegal_transition", `This ${noun} is ${from} and cannot become ${to}.`);
  }
}
/** 409: somebody decided first, or the same request is still being worked on. */
export class Conflict extends DomainError {
  constructor(message: string, code = "conflict") {
    super(409, code, message);
  }
}
/** 412: the record changed since it was looked at. */
export class StaleVersion extends DomainError {
  constructor(message = "This record has changed since you opened it. Please look again.") {
    super(412, "stale_version", message);
  }
}
/** 422: fields. The message is the one that the specification gives for field errors. */
export class InvalidFields extends DomainError {
  constructor(errors: Record<string, string[]>, message = "Please check the form for incorrect or missing data.") {
    super(422, "invalid_fields", message, errors);
  }
}
/** 429: too often. */
export class TooMany extends DomainError {
  readonly retry_after_seconds: number;
  constructor(retry_after_seconds: number, message = "Too many attempts. Please try again later.") {
    super(429, "too_many", message);
    this.retry_after_seconds = retry_after_seconds;
  }
}
/** 503: a provider outside does not answer and nothing was done. */
export class ProviderUnavailable extends DomainError {
  constructor(message = "The service behind this is not answering. Nothing was charged; please try again shortly.") {
    super(503, "provider_unavailable", message);
  }
}
