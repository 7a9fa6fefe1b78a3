import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, it } from "vitest";
import type { Config } from "../../config.ts";
import { OutcomeUnknown } from "../http.ts";
import { createPaystack } from "./paystack.ts";

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
