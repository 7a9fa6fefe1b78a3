import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, it } from "vitest";
import type { Config } from "../../config.ts";
import { OutcomeUnknown } from "../http.ts";
import { createPaystack, transferOutcome } from "./paystack.ts";
import { meaningOfCode } from "./transfer-codes.ts";

/** A provider that reads references loosely: it finds PAY-1, however it is written. */
const server = createServer((_, response) => {
  const data = { status: "success", amount: 500_000, reference: "PAY-1", transfer_code: "TRF_1" };
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ status: true, data }));
}).listen(0, "127.0.0.1");
await new Promise((resolve) => server.once("listening", resolve));
afterAll(() => server.close());
const PAYSTACK_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const paystack = createPaystack({ PAYSTACK_URL, PAYSTACK_SECRET_KEY: "k" } as Config);

it("an answer about another payment than was asked about says nothing of it", async () => {
  expect(await paystack.verifyCharge("PAY-1")).toMatchObject({ status: "success", amount_kobo: 500_000n });
  expect(await paystack.verifyTransfer("PAY-1")).toMatchObject({ status: "success" });
  for (const reference of ["pay-1", "PAY-1 ", "PAY-2"]) {
    await expect(paystack.verifyCharge(reference)).rejects.toThrow(OutcomeUnknown);
    await expect(paystack.verifyTransfer(reference)).rejects.toThrow(OutcomeUnknown);
  }
});

it("a code of the switch is a certain failure, a person's turn, or unknown: what no table names is never a failure", () => {
  const codes = (text: string) => text.split(" ").map(meaningOfCode);
  expect(meaningOfCode("00")).toBe("success");
  expect(new Set(codes("03 05 06 07 08 12 13 14 15 16 17 18 30 51 57 58 61 65 69 70 71 92"))).toEqual(
    new Set(["failed"]),
  );
  expect(new Set(codes("34 35 63"))).toEqual(new Set(["person"]));
  expect(new Set(codes("01 02 09 21 25 26 68 91 94 96 97 98 99 77 x1"))).toEqual(new Set(["unknown"]));
  expect(meaningOfCode("")).toBe("unknown");
});

it("a failure that the bank's own code does not confirm gives nothing back", () => {
  const said = (status: string, gateway_response: string | null = null, failures: unknown = null) =>
    transferOutcome({ status, reference: "PAY-1", gateway_response, failures });
  expect(said("failed")).toMatchObject({ status: "failed", is_for_person: false });
  expect(said("failed", "Account is closed")).toMatchObject({ status: "failed", failure: "Account is closed" });
  expect(said("failed", "51: Insufficient funds")).toMatchObject({ status: "failed" });
  expect(said("failed", "(91) Issuer inoperative")).toMatchObject({ status: "pending", is_for_person: false });
  expect(said("rejected", null, { message: "97 Timeout" })).toMatchObject({ status: "pending" });
  expect(said("failed", "00 Approved")).toMatchObject({ status: "pending" });
  expect(said("failed", "63: Security violation")).toMatchObject({ status: "pending", is_for_person: true });
  expect(said("otp")).toMatchObject({ status: "pending", is_for_person: false });
  expect(said("success", "96")).toMatchObject({ status: "success" });
});

it("what a transfer cost us is the provider's word, or not known", () => {
  const fee = (fee_charged?: number | null) =>
    transferOutcome({ status: "success", reference: "PAY-1", ...(fee_charged !== undefined && { fee_charged }) })
      .fee_kobo;
  expect([fee(2_688), fee(0), fee(null), fee(), fee(-1), fee(1.5)]).toEqual([2_688n, 0n, null, null, null, null]);
});
