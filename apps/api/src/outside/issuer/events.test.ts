import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isIssuerSignature, koboUp, readIssuerEvent } from "./events.ts";

const now = new Date("2026-11-24T10:00:00Z");
const request = (more: string, type = "authorization.request") =>
  `{"_id":"e1","type":"${type}","data":{"object":{"_id":"a1","card":{"_id":"c1"},"amount":0,${more}}}}`;

describe("an amount of the issuer", () => {
  it("is read as it was written and rounded up to the kobo", () => {
    expect(koboUp("505.375")).toBe(50_538n);
    expect(koboUp("0.1")).toBe(10n);
    expect(koboUp("505.370000")).toBe(50_537n);
    expect(koboUp("999999999999.99")).toBe(99_999_999_999_999n);
    for (const text of ["", "-1", "1e3", "1,000", ".5", "1.", "0x10", "Infinity", "1234567890123", " 1", "１"])
      expect(koboUp(text), text).toBe(undefined);
    const read = readIssuerEvent(request('"pendingRequest":{"amount":70368744177.664999,"currency":"NGN"}'), now);
    expect("event" in read && read.event.amount_kobo).toBe(7_036_874_417_767n);
  });

  it("of whole kobo stays what it is", () => {
    const amounts = fc.bigInt({ min: 0n, max: 99_999_999_999_999n });
    fc.assert(
      fc.property(amounts, (kobo) => {
        expect(koboUp(`${kobo / 100n}.${String(kobo % 100n).padStart(2, "0")}`)).toBe(kobo);
      }),
    );
  });
});

describe("an event of the issuer", () => {
  it("is what its type and its state say", () => {
    const kind = (body: string) => {
      const read = readIssuerEvent(body, now);
      return "event" in read ? read.event.kind : read;
    };
    const money = '"pendingRequest":{"amount":5}';
    expect(kind(request(money))).toBe("AUTHORIZATION");
    expect(kind(request(`${money},"transactionMetadata":{"type":"refund"}`))).toBe("CREDIT_AUTHORIZATION");
    expect(kind(request('"transactionMetadata":{"type":"balance_enquiry"}'))).toBe("BALANCE_INQUIRY");
    const updated = (status: string) =>
      kind(request(`"status":"${status}","pendingRequest":{"amount":5}`, "authorization.updated"));
    expect(["approved", "reversed", "expired", "declined", "open"].map(updated)).toEqual([
      "AUTHORIZATION_ADVICE",
      "AUTHORIZATION_REVERSAL",
      "AUTHORIZATION_EXPIRY",
      "VOID",
      { ignored: "authorization.updated" },
    ]);
    const moved = (type: string) => kind(request(`"type":"${type}",${money}`, "transaction.created"));
    expect(["capture", "refund", "refund_reversal", "correction_credit", "correction_debit", "fee"].map(moved)).toEqual(
      [
        "CLEARING",
        "RETURN",
        "RETURN_REVERSAL",
        "CORRECTION_CREDIT",
        "CORRECTION_DEBIT",
        { ignored: "transaction.created" },
      ],
    );
  });

  it("of a payment that the issuer declined has what was asked and why, as the issuer publishes it", () => {
    const body = (reason: string, amount = "25.49") =>
      `{"type":"authorization.declined","_id":"e1","data":{"object":{"card":"c1","amount":-25.49,"approved":false,"currency":"USD","status":"pending",
        "merchantAmount":-25.49,"merchantCurrency":"USD","merchant":{},"transactionMetadata":{},"pendingRequest":null,"requestHistory":[
        {"amount":${amount},"currency":"USD","approved":false,"merchantAmount":25.49,"merchantCurrency":"USD","reason":"${reason}",
        "narration":"No sufficient funds","createdAt":"2024-05-20T13:40:25.079Z","_id":"r1"}],"verification":{},"createdAt":"2024-05-20T13:40:25.079Z","_id":"a1"}}}`;
    expect(readIssuerEvent(body("not_allowed"), now)).toEqual({
      event: expect.objectContaining({
        kind: "AUTHORIZATION_DECLINED",
        issuer_card_id: "c1",
        authorisation: "a1",
        transaction: null,
        amount_kobo: 2_549n,
        currency: "USD",
        declined_because: "not_allowed",
        at: new Date("2024-05-20T13:40:25.079Z"),
      }),
    });
    const ignored = { ignored: "authorization.declined" };
    expect(readIssuerEvent(body("webhook_declined"), now), "we know").toEqual(ignored);
    const more = body("webhook_timeout").replace(
      '"requestHistory":[',
      '"requestHistory":[{"amount":9,"approved":true},',
    );
    expect(readIssuerEvent(more, now), "more of a payment that was let through").toEqual(ignored);
    expect(readIssuerEvent(body("card_inactive", "0"), now), "nothing was asked").toEqual(ignored);
    const without = body("x").replace(/"requestHistory":\[[^\]]*\]/, '"requestHistory":null');
    const read = readIssuerEvent(without, now);
    expect("event" in read && [read.event.amount_kobo, read.event.declined_because]).toEqual([2_549n, ""]);
    const reasonAlone = without.replace('null,"verif', '[{"reason":"not_allowed"}],"verif');
    const alone = readIssuerEvent(reasonAlone, now);
    expect("event" in alone && [alone.event.amount_kobo, alone.event.declined_because]).toEqual([
      2_549n,
      "not_allowed",
    ]);
    for (const wrong of ["-5", "1e9", '"abc"', "null", "[]", "--5"])
      expect(readIssuerEvent(body("not_allowed", wrong), now), JSON.stringify(wrong)).toEqual({
        refused: wrong === "--5" ? "bad_format" : "bad_amount",
      });
    expect(readIssuerEvent(body("not_allowed").replace('"card":"c1"', '"card":{}'), now)).toEqual({
      refused: "bad_format",
    });
  });

  it("without an amount, or of another shape, is refused", () => {
    const bad = ["-5", "1e9", '"abc"', "null", "[]", "{}", "true", "12345678901234"];
    for (const amount of bad)
      expect(readIssuerEvent(request(`"pendingRequest":{"amount":${amount}}`), now), `${amount}`).toEqual({
        refused: "bad_amount",
      });
    expect(readIssuerEvent(request('"pendingRequest":{"amount":0.00}'), now)).toEqual({ refused: "bad_amount" });
    for (const body of ["", "null", "5", "[]", "{}", '{"_id":"e1","type":"authorization.request"}'])
      expect(readIssuerEvent(body, now), JSON.stringify(body)).toEqual({ refused: "bad_format" });
    expect(readIssuerEvent(request('"pendingRequest":{"amount":5},"merchant":{"name":"a\\u0000b"}'), now)).toEqual({
      refused: "bad_format",
    });
  });

  it("with words that every object knows is read by what it does not say", () => {
    const known = (type: string, more: string) => readIssuerEvent(request(more, type), now);
    for (const word of ["constructor", "__proto__", "toString"]) {
      expect(known("authorization.updated", `"status":"${word}"`)).toEqual({ ignored: "authorization.updated" });
      expect(known("transaction.created", `"type":"${word}"`)).toEqual({ ignored: "transaction.created" });
      const money = `"pendingRequest":{"amount":5},"channel":"${word}","transactionMetadata":{"type":"${word}"}`;
      expect(readIssuerEvent(request(money), now)).toMatchObject({ event: { kind: "AUTHORIZATION", channel: "web" } });
    }
  });

  it("names its shop in one line that reads as it is written", () => {
    const merchant = String.raw`"merchant":{"name":"\u202Egnp.\r\nCall 0900","city":"La\u2066gos\n"}`;
    expect(readIssuerEvent(request(`"pendingRequest":{"amount":5},${merchant}`), now)).toMatchObject({
      event: { merchant: { name: "gnp. Call 0900", city: "La gos" } },
    });
  });

  it("of any shape never breaks the reader", () => {
    fc.assert(
      fc.property(fc.json(), (body) => {
        expect(readIssuerEvent(body, now)).toEqual({ refused: "bad_format" });
      }),
    );
  });

  it("is signed over its very bytes", () => {
    const body = Buffer.from("{}");
    const right = createHmac("sha512", "secret").update(body).digest("hex");
    expect(isIssuerSignature("secret", body, right)).toBe(true);
    expect(isIssuerSignature("secret", Buffer.from("{} "), right)).toBe(false);
    expect(isIssuerSignature("another", body, right)).toBe(false);
    for (const given of [undefined, "", "x", [right], right.slice(1), `${right}0`, "é".repeat(128)])
      expect(isIssuerSignature("secret", body, given)).toBe(false);
  });
});
