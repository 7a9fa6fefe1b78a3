import { guessNetwork, groupedToken, serviceOf } from "@manilla/contract/payments/bill-kinds";
import fc from "fast-check";
import { type RequestListener, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import type { Config } from "../../config.ts";
import { NotReached, OutcomeUnknown, ProviderRefused } from "../http.ts";
import * as baxi from "./baxi.ts";
import * as flutterwave from "./flutterwave.ts";
import { codesIn, outcomeOf, tokensIn } from "./port.ts";

const TOKEN = "12345678901234567890";
const refused = (status: number, body: unknown) => new ProviderRefused("x", status, body);
const sale = (transactionStatus: string, more = {}) => ({
  status: "success",
  data: { transactionStatus, transactionReference: "BX1", ...more },
});
const UNKNOWN_CODES = "BX0001 BX0019 BX0021 BX0024 EXC00103 EXC00105 EXC00109 EXC00114 EXC00124 UNK0001 ZZZ".split(" ");

describe("what Baxi says", () => {
  it("is delivered only where it says success", () => {
    expect(baxi.readSale(sale("success", { tokenCode: TOKEN, amountOfPower: "22.2 kWh" }), false)).toMatchObject({
      status: "delivered",
      tokens: [TOKEN],
      units: "22.2 kWh",
    });
    for (const [word, isQuestion, status] of [
      ["failed", false, "unknown"],
      ["failed", true, "refused"],
      ["reversed", true, "refused"],
      ["error", true, "unknown"],
      ["pending", true, "unknown"],
      ["", true, "unknown"],
    ] as const)
      expect(baxi.readSale(sale(word), isQuestion).status, `${word} ${isQuestion}`).toEqual(status);
    expect(baxi.readSale({ status: "pending", data: null }, true).status).toBe("unknown");
  });

  it("is refused only where a field is named that is not the reference", () => {
    for (const code of UNKNOWN_CODES)
      for (const status of [400, 401, 403, 404, 409, 422, 429])
        expect(baxi.readRefusal(refused(status, { status: "error", code })).status).toBe("unknown");
    const errors = (field: string) => ({ errors: { [field]: ["is wrong"] }, message: "wrong" });
    expect(baxi.readRefusal(refused(422, errors("phone")))).toMatchObject({ status: "refused", is_price: false });
    expect(baxi.readRefusal(refused(422, errors("amount")))).toMatchObject({ status: "refused", is_price: true });
    expect(baxi.readRefusal(refused(422, errors("agentReference"))).status).toBe("unknown");
    expect(baxi.readRefusal(refused(409, errors("phone"))).status).toBe("unknown");
  });
});

describe("what Flutterwave says", () => {
  it("is delivered only about our own reference", () => {
    const data = { tx_ref: "R1", reference: "F1", recharge_token: TOKEN };
    expect(flutterwave.readPayment({ status: "success", data }, "R1")).toMatchObject({ status: "delivered" });
    expect(flutterwave.readPayment({ status: "success", data }, "R2").status).toBe("unknown");
    expect(flutterwave.readPayment({ status: "error", message: "Failed", data: null }, "R1").status).toBe("unknown");
    const asked = { tx_ref: "R1", flw_ref: "F1", commission: 1.5, extra: null };
    expect(flutterwave.readStatus({ status: "success", data: asked }, "R1")).toMatchObject({ commission_kobo: 150n });
    expect(flutterwave.readStatus({ status: "error", message: "failed", data: null }, "R1").status).toBe("refused");
    expect(flutterwave.readStatus({ status: "error", message: "other", data: null }, "R1").status).toBe("unknown");
  });

  it("is refused only by 400, and never about a reference", () => {
    expect(flutterwave.readRefusal(refused(400, { message: "Item not found" })).status).toBe("refused");
    expect(flutterwave.readRefusal(refused(400, { message: "Reference already used" })).status).toBe("unknown");
    for (const status of [401, 403, 404, 409, 422, 429])
      expect(flutterwave.readRefusal(refused(status, { message: "no" })).status).toBe("unknown");
  });
});

it("whatever a provider sends, nothing is refused or delivered that the table does not name", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.integer({ min: 400, max: 499 }), (body, status) => {
      const answer = (typeof body === "object" && body !== null ? body : {}) as object;
      for (const isQuestion of [true, false]) expect(baxi.readSale(answer, isQuestion).status).toBe("unknown");
      expect(flutterwave.readPayment(answer, "R1").status).toBe("unknown");
      if (status !== 400) expect(flutterwave.readRefusal(refused(status, body)).status).toBe("unknown");
    }),
  );
  const never = () => ({ status: "refused", why: "" }) as const;
  expect(outcomeOf(new OutcomeUnknown("late"), never).status).toBe("unknown");
  expect(outcomeOf(new NotReached("away"), never).status).toBe("not_reached");
});

/** Both providers, at a server with these answers. */
async function at<Result>(
  answer: (path: string, body: string) => { status?: number; data: unknown },
  use: (ports: ReturnType<typeof portsAt>) => Promise<Result>,
): Promise<Result> {
  const listener: RequestListener = async (request, response) => {
    const { status = 200, data } = answer(request.url ?? "", await text(request));
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify({ status: "success", data }));
  };
  const server = createServer(listener).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  try {
    return await use(portsAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  } finally {
    server.close();
  }
}
function portsAt(url: string) {
  const config = {
    BAXI_URL: url,
    BAXI_API_KEY: "k",
    FLUTTERWAVE_URL: url,
    FLUTTERWAVE_SECRET_KEY: "k",
  } as unknown as Config;
  return [baxi.createBaxi(config), flutterwave.createFlutterwave(config)] as const;
}

describe("what a provider sells and knows", () => {
  const number = { provider_service: "s", provider_item: "i", customer: "1111111111111" };

  it("is without the rows and lists that cannot be read, and without prices that are none", async () => {
    const priced = (name: string, code: string, price: unknown) => ({
      name,
      datacode: code,
      item_code: code,
      price,
      amount: price,
    });
    const rows = [
      priced("1GB", "A", 500),
      priced("2GB", "B", -500),
      priced("3GB", "C", 0),
      priced("4GB", "D", "much"),
      priced("5GB\0", "E", 500),
      priced("***", "G", 500),
      null,
      priced("6GB", "F", "1500.50"),
    ];
    const billers = [
      { name: 7 },
      { name: "Glo", service_type: "glo", biller_code: "glo" },
      { name: "MTN", service_type: "mtn", biller_code: "mtn" },
    ];
    const answer = (path: string, body: string) => {
      if (path.endsWith("/databundle/providers")) return { data: { providers: billers } };
      if (path.includes("/glo/") || body.includes("glo")) return { status: 404, data: null };
      if (path.endsWith("/bundles") || path.endsWith("/items")) return { data: rows };
      if (path.startsWith("/v3")) return { data: path.includes("MOBILEDATA") ? billers : [] };
      return { data: { providers: [] } };
    };
    for (const sold of await at(answer, (ports) => Promise.all(ports.map((port) => port.catalogue()))))
      expect(sold.map(({ item, price_kobo }) => [item, price_kobo])).toEqual([
        ["1gb", 50_000n],
        ["6gb", 150_050n],
      ]);
  });

  it("is nobody only where it looked for the number, and nothing is owed where it says less than nothing", async () => {
    for (const status of [400, 404, 422])
      expect(
        await at(
          () => ({ status, data: null }),
          (ports) => Promise.all(ports.map((port) => port.findCustomer(number))),
        ),
      ).toEqual([undefined, undefined]);
    for (const status of [401, 403, 429])
      await at(
        () => ({ status, data: null }),
        async (ports) => {
          for (const port of ports) await expect(port.findCustomer(number)).rejects.toBeInstanceOf(ProviderRefused);
        },
      );
    const user = { name: "Ada", outstandingBalance: -5, minimumAmount: -5, minimum: -5 };
    for (const found of await at(
      () => ({ data: { ...user, user } }),
      (ports) => Promise.all(ports.map((port) => port.findCustomer(number))),
    ))
      expect(found).toMatchObject({ name: "Ada", outstanding_kobo: 0n, minimum_kobo: 0n });
  });

  it("is delivered although its share of the price cannot be read", () => {
    const data = { tx_ref: "R1", flw_ref: "F1", commission: "much", extra: null };
    expect(flutterwave.readStatus({ status: "success", data }, "R1")).toMatchObject({
      status: "delivered",
      commission_kobo: null,
    });
  });
});

describe("tokens, networks and names", () => {
  it("finds tokens in their order, and shows them in groups of four", () => {
    expect(tokensIn("1234-5678-9012-3456-7890")).toEqual([TOKEN]);
    expect(codesIn("PIN: WRN1234567")).toEqual(["WRN1234567"]);
    expect(codesIn("PIN generated, see the SMS")).toEqual([]);
    expect(tokensIn(`${TOKEN}, 11112222333344445555`)).toEqual([TOKEN, "11112222333344445555"]);
    expect(tokensIn(`${TOKEN}11112222333344445555`)).toEqual([TOKEN, "11112222333344445555"]);
    for (const none of [null, "", "123", `${TOKEN}1`, "Token follows"]) expect(tokensIn(none)).toEqual([]);
    expect(groupedToken(TOKEN)).toBe("1234-5678-9012-3456-7890");
  });

  it("guesses the network, and finds a service by its words", () => {
    expect(["0803 123 4567", "+2348051234567", "08091234567", "0802", "08001234567"].map(guessNetwork)).toEqual([
      "mtn",
      "glo",
      "9mobile",
      undefined,
      undefined,
    ]);
    expect(serviceOf("electricity", "PORT HARCOURT Electric (Prepaid)")?.code).toBe("port-harcourt-prepaid");
    expect(serviceOf("electricity", "Ikeja Electric")).toBeUndefined();
    expect(serviceOf("data", "MTN Data")?.code).toBe("mtn");
    expect(serviceOf("television", "MTN Data")).toBeUndefined();
  });
});

describe("a provider's report of a day", () => {
  it("is read whole where one of its lines is called what nobody can keep, or nothing", async () => {
    const money = { amount: "1,000.00", commission: 30 };
    const answer = (url: string) => {
      if (url.startsWith("/superagent"))
        return {
          data: {
            closingBalance: 12.5,
            transactions: [
              { agentReference: "R1", transactionReference: "B\u0000X", transactionStatus: "success", ...money },
              { agentReference: null, transactionReference: null, transactionStatus: "reversed", ...money },
            ],
          },
        };
      if (url.startsWith("/v3/bills"))
        return { data: { total_pages: 1, transactions: [{ tx_ref: "R\u00001", flw_ref: "F\u0000", ...money }] } };
      const line = { type: "C", remarks: "Bill reversal", amount: 970 };
      return {
        data: {
          closing_balance: 12.5,
          transactions: [
            { ...line, reference: "\u0000" },
            { ...line, type: "D" },
          ],
        },
      };
    };
    await at(answer, async (ports) => {
      for (const port of ports) {
        const report = await port.report("2026-01-10");
        expect(report?.bills).toMatchObject([
          { kind: "sale", reference: "R1", cost_kobo: 97_000n },
          { kind: "reversal", reference: "", cost_kobo: 97_000n },
        ]);
        expect(JSON.stringify(report!.bills.map((each) => each.provider_reference))).not.toMatch(/u0000/);
      }
    });
  });
});
