import { beforeAll, describe, expect, it } from "vitest";
import * as loans from "@manilla/contract/lending/loans";
import { useTestApi } from "../../../../test/world.ts";
import { createDatabase, createPool } from "../db/database.ts";
import {
  Conflict,
  DomainError,
  InvalidFields,
  NoSession,
  NotAllowed,
  NotFound,
  ProviderUnavailable,
  StaleVersion,
  StepUpRequired,
  TooMany,
  isDatabaseUnavailable,
} from "../errors.ts";
import { createServer } from "./server.ts";

const api = await useTestApi();
let token: string;
beforeAll(async () => {
  ({ token } = await api.person("super_admin"));
});

describe("a refusal", () => {
  it.each([
    [new NoSession(), 401, "no_session"],
    [new NotAllowed(), 403, "not_allowed"],
    [new NotAllowed("No.", "own_loan"), 403, "own_loan"],
    [new StepUpRequired(), 403, "step_up_required"],
    [new NotFound(), 404, "not_found"],
    [new Conflict("No."), 409, "conflict"],
    [new Conflict("No.", "already_decided"), 409, "already_decided"],
    [new StaleVersion(), 412, "stale_version"],
    [new InvalidFields({}), 422, "invalid_fields"],
    [new TooMany(1), 429, "too_many"],
    [new ProviderUnavailable(), 503, "provider_unavailable"],
    // The code wins over the number beside it.
    [new DomainError(409, "not_allowed", "No."), 403, "not_allowed"],
  ])("has the status of its code: %s, %i", (error, status, code) => {
    expect([error.status, error.code]).toEqual([status, code]);
  });
});

describe("a wrong verb on a known address", () => {
  const ask = async (method: string, path: string) => {
    const response = await fetch(`${api.address}${path}`, { method, headers: { authorization: `Bearer ${token}` } });
    const body = response.body && method !== "HEAD" ? ((await response.json()) as { code: string }) : undefined;
    return [response.status, response.headers.get("allow"), body?.code];
  };

  it.each([
    ["DELETE", "/api/admin/personal/loans", "GET, HEAD"],
    ["PATCH", "/api/admin/personal/loans/?page=2", "GET, HEAD"],
    ["GET", `/api/admin/personal/loans/${crypto.randomUUID()}/decline`, "POST"],
  ])("%s %s is refused with 405 and the verbs that it has", async (method, path, allowed) => {
    expect(await ask(method, path)).toEqual([405, allowed, "wrong_method"]);
  });

  it("is an address that does not exist where there is none", async () => {
    expect(await ask("DELETE", "/api/nowhere")).toEqual([404, null, "not_found"]);
  });
});

describe("a database that does not answer", () => {
  it("is a 503 with Retry-After, with nothing of the inside in it", async () => {
    const pool = createPool("postgres://nobody@127.0.0.1:1/nothing", 1);
    const server = await createServer({ ...api.app, pool, db: createDatabase(pool) });
    const address = await server.listen({ port: 0, host: "127.0.0.1" });
    const response = await fetch(`${address}/api${loans.listAll.path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const body = (await response.json()) as Record<string, unknown>;
    await server.close();
    await pool.end();
    expect([response.status, response.headers.get("retry-after"), body["code"]]).toEqual([
      503,
      "5",
      "database_unavailable",
    ]);
    expect(JSON.stringify(body)).not.toMatch(/ECONNREFUSED|127\.0\.0\.1/);
  });

  it.each([
    [{ code: "ECONNREFUSED" }, true],
    [{ code: "57P03" }, true],
    [{ code: "57014" }, true],
    [{ code: "53300" }, true],
    [{ code: "08006" }, true],
    [new Error("timeout exceeded when trying to connect"), true],
    [new Error("Connection terminated unexpectedly"), true],
    [new Error("Client was closed and is not queryable"), true],
    [{ code: "ERR_STREAM_DESTROYED" }, true],
    [{ code: "23505" }, false],
    [{ code: "42P01" }, false],
    [new Error("anything else"), false],
  ])("is distinguished from other errors: %j", (error, is) => {
    expect(isDatabaseUnavailable(error)).toBe(is);
  });
});
