/**
 * The demo's first start. Its past is lived day by day through the application's own calls, which takes longer than somebody waits before an empty window: so the port is open
 * in the meantime. A browser sees how far it is; anyone may look around already; nothing can be changed before the last day, because a change between the days would make another past of it.
 * Nobody else has this state: the demo is refused in production.
 */
import { day as longDay } from "@manilla/contract/formats";
import { logIn, logOut, stepUp } from "@manilla/contract/platform/session";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { DemoDay } from "../../demo/past.ts";
import { DomainError } from "../errors.ts";

/** The day that is lived now; nothing once all of them are. */
export interface DemoPast {
  now: DemoDay | undefined;
}

/** Every answer says how far it is, for the bar over the screens: day/days date. */
export const DEMO_PAST_HEADER = "x-demo-past";
const COOKIE_NAME = "manilla-look-around";
const LOOK_AROUND = "/?look-around";
const REFRESH_SECONDS = 2;
/** Visitors may sign in and out. */
const OPEN = new Set([logIn, logOut, stepUp].map(({ path }) => `/api${path}`));

const farOf = ({ date, day, days }: DemoDay): string =>
  day === 0 ? "creating its people" : `${longDay(date)}, day ${day} of ${days}`;

class PastIsLived extends DomainError {
  constructor(now: DemoDay) {
    const message = `The demo's history is still being built (${farOf(now)}). You can look around; changes wait until it is complete.`;
    super(503, "demo_past", message);
  }
}

/** Before the application's own pages: no script, the browser asks again by itself. */
function pageOf(now: DemoDay): string {
  const invitation = now.has_logins
    ? `<p><a href="${LOOK_AROUND}">Look around now</a>: changes wait until it is complete.</p>`
    : "";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width" />
<title>${now.day} of ${now.days} days · Manilla</title>
<style>
  :root { color-scheme: light dark; font: 1rem/1.6 Inter, system-ui, sans-serif; }
  main { max-width: 32rem; margin: 20vh auto 0; padding: 0 1.5rem; }
  h1 { font-size: 1.5rem; line-height: 1.3; }
  progress { width: 100%; height: 0.75rem; accent-color: #8f4a1f; }
</style>
</head>
<body>
<main>
<h1>Building the demo's history</h1>
<p>Four months of loans, payments and closed days are made through the application's own calls, so that every figure comes from the books.</p>
<p><progress max="${now.days}" value="${now.day}" aria-label="Days built"></progress><br />${farOf(now)}</p>
${invitation}
<p>This page refreshes by itself.</p>
</main>
</body>
</html>
`;
}

function answerBrowser(now: DemoDay, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  void reply.header("cache-control", "no-store");
  if (request.url === LOOK_AROUND && now.has_logins)
    return reply.setCookie(COOKIE_NAME, "yes", { path: "/", httpOnly: true, sameSite: "lax" }).redirect("/login", 302);
  return reply
    .code(503)
    .header("refresh", String(REFRESH_SECONDS))
    .header("content-type", "text/html; charset=utf-8")
    .send(pageOf(now));
}

/**
 * Says on a server that listens early what it says while the past is lived: refusals (503) for what changes something and for the sandbox's webhooks, "not ready" for probes, its own page
 * for browsers that have not asked to look around. Afterwards nothing.
 */
export function registerDemoPast(server: FastifyInstance, past: DemoPast): void {
  server.addHook("onRequest", async (request, reply) => {
    const { now } = past;
    if (!now) return undefined;
    void reply.header(DEMO_PAST_HEADER, `${now.day}/${now.days} ${now.date}`);
    const [path = ""] = request.url.split("?");
    if (path === "/readyz")
      return reply
        .code(503)
        .send({ status: "the demo's history is being built", date: now.date, day: now.day, days: now.days });
    if (request.method !== "GET" && request.method !== "HEAD") {
      if (OPEN.has(path)) return undefined;
      throw new PastIsLived(now);
    }
    const isPage = !path.startsWith("/api/") && !path.slice(path.lastIndexOf("/")).includes(".") && path !== "/healthz";
    return isPage && request.cookies[COOKIE_NAME] === undefined ? answerBrowser(now, request, reply) : undefined;
  });
}
