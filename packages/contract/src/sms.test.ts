import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { smsParts, smsText } from "./sms.ts";

describe("text messages", () => {
  it("write naira, names and quotation marks in letters of which 160 fit", () => {
    expect(smsText("Ọláyínká, ₦41,324.00 falls due on 25 Feb – “pay”… or don’t. Ɗanladi {x}")).toBe(
      'Olayinka, N41,324.00 falls due on 25 Feb - "pay"... or don\'t. Danladi (x)',
    );
    expect(smsText("Paid 🎉")).toBe("Paid ");
    expect(smsParts(`₦${"x".repeat(159)}`)).toBe(1);
  });

  it("never leave the letters of GSM 03.38, whatever they are made of", () => {
    const gsm = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà]*$/;
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(smsText(text)).toMatch(gsm);
        expect(smsText(smsText(text))).toBe(smsText(text));
      }),
    );
  });
});
