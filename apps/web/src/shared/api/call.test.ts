import { afterEach, expect, it, vi } from "vitest";
import { send } from "./call.ts";
import { calls } from "./calls.gen.ts";

afterEach(() => vi.unstubAllGlobals());

const answer = (status: number, body: object): Response =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });

it("of a busy server is asked for again without a word, with the same key", async () => {
  const keys: (string | null)[] = [];
  const answers = [
    answer(503, { success: false, code: "busy", message: "Busy" }),
    answer(503, { success: false, code: "busy", message: "Busy" }),
    answer(200, { success: true, data: { done: true } }),
  ];
  vi.stubGlobal("fetch", async (_: string, { headers }: { headers: Record<string, string> }) => {
    keys.push(headers["idempotency-key"] ?? null);
    return answers.shift();
  });
  expect(await send(calls.people.create, { body: {} } as never)).toEqual({ done: true });
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
});

it("that cannot be given now for another reason is refused at once", async () => {
  let asked = 0;
  vi.stubGlobal("fetch", async () => {
    asked += 1;
    return answer(503, { success: false, code: "provider_unavailable", message: "The bank does not answer." });
  });
  await expect(send(calls.people.create, { body: {} } as never)).rejects.toMatchObject({ status: 503 });
  expect(asked).toBe(1);
});
