import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createFieldEncryption } from "../field-encryption.ts";
import { openReceiptToken, receiptKinds, receiptToken } from "./receipt.ts";

const app = { encryption: createFieldEncryption(randomBytes(32), randomBytes(32)) };
const record = fc.record({ kind: fc.constantFrom(...receiptKinds), id: fc.uuid() });

describe("the address of a receipt", () => {
  it("leads to its record and can be written in an address", () => {
    fc.assert(
      fc.property(record, ({ kind, id }) => {
        const token = receiptToken(app, kind, id);
        expect(token).toMatch(/^[\w-]{44}$/);
        expect(openReceiptToken(app, token)).toEqual({ kind, id });
      }),
    );
  });

  it("leads nowhere when any of it is changed, another record's seal is taken, or another key made it", () => {
    const other = { encryption: createFieldEncryption(randomBytes(32), randomBytes(32)) };
    fc.assert(
      fc.property(record, record, fc.nat(32), fc.integer({ min: 1, max: 255 }), (one, two, at, by) => {
        const token = receiptToken(app, one.kind, one.id);
        const bytes = Buffer.from(token, "base64url");
        bytes[at] = bytes[at]! ^ by;
        expect(openReceiptToken(app, bytes.toString("base64url"))).toBeUndefined();
        expect(openReceiptToken(other, token)).toBeUndefined();
        fc.pre(one.id !== two.id);
        const seal = Buffer.from(receiptToken(app, two.kind, two.id), "base64url").subarray(17);
        const mixed = Buffer.concat([Buffer.from(token, "base64url").subarray(0, 17), seal]);
        expect(openReceiptToken(app, mixed.toString("base64url"))).toBeUndefined();
      }),
    );
  });

  it("leads nowhere where it is none", () => {
    for (const token of ["", "A", "A".repeat(44), "not a token", "_".repeat(44)])
      expect(openReceiptToken(app, token)).toBeUndefined();
  });
});
