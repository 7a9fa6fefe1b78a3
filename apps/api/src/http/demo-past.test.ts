/** A server that listens while the demo's past is lived: what it says to browsers, people, probes and providers, until it is done. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useTestApi } from "../../../../test/world.ts";
import type { DemoPast } from "./demo-past.ts";
import { createServer } from "./server.ts";

const api = await useTestApi();
const past: DemoPast = { now: undefined };
const day = (at: number, has_logins: boolean) => ({ date: "2026-08-04", day: at, days: 125, has_logins });
let server: Awaited<ReturnType<typeof createServer>>;
let token: string;
beforeAll(async () => {
  server = await createServer(api.app, past);
  ({ token } = await api.person("super_admin"));
});
afterAll(() => server.close());

const get = (url: string, headers: Record<string, string> = {}) => server.inject({ method: "GET", url, headers });
const change = () =>
  server.inject({
    method: "POST",
    url: "/api/modals/close/welcome",
    headers: { authorization: `Bearer ${token}`, "idempotency-key": "0192f1c2-0000-7000-8000-000000000001" },
    payload: {},
  });
const closed = async () => (await get("/api/session", { authorization: `Bearer ${token}` })).body.includes("welcome");

describe("while the demo's past is lived", () => {
  it("a browser sees how far it is and asks again by itself; looking around begins when somebody can sign in", async () => {
    past.now = day(0, false);
    const made = await get("/admin/loans");
    expect([made.statusCode, made.headers.refresh, made.body.includes("creating its people")]).toEqual([
      503,
      "2",
      true,
    ]);
    expect(made.body).not.toContain("Look around");
    expect((await get("/?look-around")).statusCode).toBe(503);

    past.now = day(11, true);
    const lived = await get("/");
    expect(lived.body).toContain("04 Aug 2026, day 11 of 125");
    expect(lived.body).toContain('<progress max="125" value="11"');
    const invited = await get("/?look-around");
    expect([invited.statusCode, invited.headers.location]).toEqual([302, "/login"]);
    const cookie = String(invited.headers["set-cookie"]).split(";")[0]!;
    const page = await get("/login", { cookie });
    expect([page.statusCode === 503, page.headers.refresh]).toEqual([false, undefined]);
  });

  it("who looks around reads, comes in and goes out, and changes nothing", async () => {
    past.now = day(11, true);
    const read = await get("/api/session", { authorization: `Bearer ${token}` });
    expect([read.statusCode, read.headers["x-demo-past"]]).toEqual([200, "11/125 2026-08-04"]);
    const refused = await change();
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([503, "demo_past"]);
    expect(refused.json<{ message: string }>().message).toContain("04 Aug 2026, day 11 of 125");
    expect(await closed()).toBe(false);
    const wrong = await server.inject({
      method: "POST",
      url: "/api/login/token",
      headers: { "idempotency-key": "0192f1c2-0000-7000-8000-000000000002" },
      payload: { email: "nobody@manilla.example", password: "not this one" },
    });
    expect([wrong.statusCode < 500, wrong.headers["x-demo-past"]]).toEqual([true, "11/125 2026-08-04"]);
  });

  it("probes hear that it is not ready, providers that they send again", async () => {
    past.now = day(11, true);
    expect((await get("/healthz")).statusCode).toBe(200);
    const ready = await get("/readyz");
    expect([ready.statusCode, ready.json()]).toEqual([
      503,
      { status: "the demo's history is being built", date: "2026-08-04", day: 11, days: 125 },
    ]);
    const told = await server.inject({ method: "POST", url: "/api/webhooks/issuer", payload: {} });
    expect(told.statusCode).toBe(503);
  });

  it("ends with its last day: no answer names it any more, and changes are taken", async () => {
    past.now = undefined;
    const ready = await get("/readyz");
    expect([ready.statusCode, ready.headers["x-demo-past"]]).toEqual([200, undefined]);
    expect((await get("/admin/loans")).headers.refresh).toBeUndefined();
    expect([(await change()).statusCode, await closed()]).toEqual([200, true]);
  });
});
