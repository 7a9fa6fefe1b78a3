/** Who may call: session, account type and permission (before validation: a stranger learns nothing of the shape), guards in the specified order, step-up. */
import type { Session } from "../request.ts";
import type { Audience, Endpoint } from "@manilla/contract/endpoint";
import type { FastifyRequest } from "fastify";
import type { App } from "../house/app.ts";
import { keepNewest } from "../db/keep-newest.ts";
import { requireStepUp } from "../house/step-up.ts";
import { NoSession, NotAllowed } from "../errors.ts";
import { COOKIE_NAME, findSession } from "./session.ts";

const GUARD_MESSAGES = {
  password_changed: "Please change your password first.",
  profile_updated: "Please complete your profile first.",
  profile_approved: "Your profile was not approved.",
  company_profile_updated: "Please complete your company's profile first.",
  company_subscribed: "Please choose a plan for your company first.",
} as const;

/** The token and how it came: a bearer header is proof enough, a cookie also needs a same-origin request to change anything. */
function tokenOf(request: FastifyRequest): { token: string; isCookie: boolean } | undefined {
  const header = request.headers.authorization;
  // The scheme's letters may be large or small (RFC 9110, 11.1).
  const bearer = /^bearer +(.*)$/i.exec(header ?? "")?.[1];
  if (bearer !== undefined) return { token: bearer.trim(), isCookie: false };
  const cookie = request.cookies[COOKIE_NAME];
  return cookie ? { token: cookie, isCookie: true } : undefined;
}

/** Who came with which token lately, for the rate limit alone: what they may is looked up each time. */
const lately = new Map<string, string>();
const REMEMBERED = 2_000;

/** The person of a token that was good lately. */
export function knownPerson(request: FastifyRequest): string | undefined {
  const given = tokenOf(request);
  return given && lately.get(given.token);
}

const isReading = (call: Endpoint): boolean => call.method === "GET" && call.effect === "none";

async function sessionOf(app: App, call: Endpoint, request: FastifyRequest): Promise<Session | undefined> {
  const given = tokenOf(request);
  if (!given) return undefined;
  if (given.isCookie && !isReading(call) && request.headers["sec-fetch-site"] !== "same-origin") {
    throw new NotAllowed("This request did not come from the application itself.", "foreign_origin");
  }
  const session = await findSession(app.pool, given.token);
  if (session) keepNewest(lately, given.token, session.user_id, REMEMBERED);
  else lately.delete(given.token);
  return session;
}

/** What a colleague who views as somebody else may still do; everything else that changes something is refused. */
const WHILE_VIEWING: ReadonlySet<string> = new Set(["/session/view-as/stop", "/logout"]);

function refuseWhileViewing(call: Endpoint, session: Session | undefined): void {
  if (!session?.viewed_by || isReading(call) || WHILE_VIEWING.has(call.path)) return;
  throw new NotAllowed("You are only viewing: nothing can be changed. Stop viewing first.", "only_viewing");
}

/** Files show papers: who views as somebody opens no more of them than their own role may, and nothing that it says nothing of. */
function refuseUnseen(call: Endpoint, { viewed_by }: Session): void {
  if (!viewed_by || call.kind !== "file") return;
  const own = typeof call.can === "string" ? [] : call.can.filter((permission) => permission.startsWith("provider:"));
  if (!(call.viewer_can ?? own).some((permission) => viewed_by.permissions.has(permission)))
    throw new NotAllowed(
      "You are viewing as somebody: you open only the files that your own role may see.",
      "may_not_see",
    );
}

/** Whether a session may make a call. @throws NoSession, NotAllowed */
export function authorise(call: Endpoint, session: Session | undefined): asserts session is Session {
  if (!session) throw new NoSession();
  const audiences: readonly Audience[] = [call.audience].flat() as Audience[];
  const isInAudience = audiences.some(
    (audience) => audience === "any" || audience === "public" || session.account_types.includes(audience),
  );
  if (!isInAudience) throw new NotAllowed();
  if (Array.isArray(call.can) && !call.can.some((permission) => session.permissions.has(permission)))
    throw new NotAllowed();
  for (const guard of call.guards) if (!session.guards[guard]) throw new NotAllowed(GUARD_MESSAGES[guard], guard);
}

/**
 * Lets a request in.
 * @returns its session; undefined for a public call without one
 * @throws NoSession, NotAllowed or StepUpRequired
 */
export async function admit(app: App, call: Endpoint, request: FastifyRequest): Promise<Session | undefined> {
  const session = await sessionOf(app, call, request);
  if (session) request.person_id = session.viewed_by?.user_id ?? session.user_id;
  refuseWhileViewing(call, session);
  if (call.can !== "public") {
    authorise(call, session);
    refuseUnseen(call, session);
    if (call.step_up) requireStepUp(app, session);
  }
  return session;
}
