/** What the issuer answers over HTTP, read as what it is worth. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, describe, expect, it } from "vitest";
import type { Config } from "../../config.ts";
import { OutcomeUnknown } from "../http.ts";
import { createIssuer } from "./sudo.ts";

let answer: object = {};
const server = createServer((_request, response) => {
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ statusCode: 200, data: answer }));
});
await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
afterAll(() => void server.close());
const ISSUER_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const issuer = createIssuer({ ISSUER_URL, ISSUER_API_KEY: "k" } as Config);

describe("a dispute that is asked about", () => {
  it("is what the issuer says of it", async () => {
    answer = { _id: "d1", status: "won", awarded: { amount: "12.50", transaction: "t1" }, note: "Yes." };
    const won = { amount_kobo: 1_250n, transaction_id: "t1" };
    expect(await issuer.dispute("d1")).toEqual({ issuer_dispute_id: "d1", status: "won", won, note: "Yes." });
  });

  it("is not known where the answer is about another one, or of no shape", async () => {
    for (const wrong of [{ _id: "d2", status: "lost" }, { _id: "d1", status: "closed" }, { status: "lost" }]) {
      answer = wrong;
      await expect(issuer.dispute("d1")).rejects.toThrow(OutcomeUnknown);
    }
  });
});
