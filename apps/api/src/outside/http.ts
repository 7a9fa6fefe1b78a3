/** The outbound gate: every call to a provider has a deadline, a size limit and an honest outcome. */

/** The provider was reached and said no (4xx), with its own words. */
export class ProviderRefused extends Error {
  readonly status: number;
  readonly body: unknown;
  constructor(provider: string, status: number, body: unknown) {
    super(`${provider} refused with ${status}`);
    this.status = status;
    this.body = body;
  }
}

/**
 * Nobody knows whether it happened: a time-out, a cut connection, a 5xx. A caller that moves money asks the provider what became
 * of the reference, and never simply sends again (promises M5).
 */
export class OutcomeUnknown extends Error {}

/** The connection was refused before anything was sent: certainly nothing happened. */
export class NotReached extends Error {}

/** The provider works and says that nothing can be brought to this number or address, now or later. */
export class AddressRefused extends Error {}

export interface ProviderRequest {
  provider: string;
  method: "GET" | "POST" | "PUT";
  url: string;
  headers?: Record<string, string>;
  body?: unknown;
  /** Milliseconds; default 15,000. */
  deadline?: number;
}

const LARGEST_ANSWER = 20_000_000;

/** @returns the parsed JSON of a 2xx answer @throws ProviderRefused, OutcomeUnknown, NotReached */
export async function callProvider<Answer>(request: ProviderRequest): Promise<Answer> {
  const { provider, method, url, headers, body, deadline = 15_000 } = request;
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method,
      headers: {
        accept: "application/json",
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(deadline),
      redirect: "error",
    });
    text = await response.text();
  } catch (error) {
    throw failureOf(provider, error);
  }
  if (text.length > LARGEST_ANSWER) throw new OutcomeUnknown(`${provider} sent too much`);
  const parsed: unknown = text === "" ? {} : safeJson(text);
  if (response.status >= 500 || parsed === undefined)
    throw new OutcomeUnknown(`${provider} answered ${response.status}`);
  if (!response.ok) throw new ProviderRefused(provider, response.status, parsed);
  return parsed as Answer;
}

/**
 * A request that its provider's library has signed, for bytes instead of JSON; whatever the status, it is the caller's to read.
 * @throws OutcomeUnknown, NotReached
 */
export async function callForBytes({
  provider,
  request,
  deadline,
}: {
  provider: string;
  request: Request;
  deadline: number;
}): Promise<{ status: number; bytes: Buffer }> {
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(deadline), redirect: "error" });
    return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
  } catch (error) {
    throw failureOf(provider, error);
  }
}

/** What a call that brought no answer means. */
function failureOf(provider: string, error: unknown): Error {
  const cause = (error as { cause?: { code?: string } }).cause?.code;
  if (cause === "ECONNREFUSED" || cause === "ENOTFOUND" || cause === "EAI_AGAIN")
    return new NotReached(`${provider} cannot be reached`, { cause: error });
  return new OutcomeUnknown(`${provider} did not answer`, { cause: error });
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
