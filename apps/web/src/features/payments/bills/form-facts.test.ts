import { describe, expect, it } from "vitest";
import { foundFor, lacking, tooDear, withWhatFollows } from "./form-facts.ts";

const NETWORKS = ["mtn", "airtel", "glo"];
const [MTN, GLO, MOBILE_9] = ["08031234567", "08051234567", "08091234567"] as const;

describe("whose number it is", () => {
  const found = { service: "ikeja-prepaid", customer_no: "1111111111111", name: "Ada" };
  it("is what was found of this number, of this service, and of no other", () => {
    expect(foundFor(found, { service: "ikeja-prepaid", customer_no: "1111111111111" })).toBe(found);
    expect(foundFor(found, { service: "ikeja-prepaid", customer_no: "1111111111112" })).toBeUndefined();
    expect(foundFor(found, { service: "eko-prepaid", customer_no: "1111111111111" })).toBeUndefined();
    expect(foundFor(undefined, { service: "", customer_no: "" })).toBeUndefined();
  });
});

describe("the network", () => {
  it("follows its number until it is chosen by hand", () => {
    const none = { phone: "", service: "" };
    expect(withWhatFollows(none, { phone: MTN }, NETWORKS)).toMatchObject({ service: "mtn" });
    expect(withWhatFollows({ phone: MTN, service: "mtn" }, { phone: GLO }, NETWORKS)).toMatchObject({ service: "glo" });
    expect(withWhatFollows({ phone: MTN, service: "mtn" }, { phone: "0803" }, NETWORKS)).toMatchObject({ service: "" });
    expect(withWhatFollows({ phone: MTN, service: "mtn" }, { phone: MOBILE_9 }, NETWORKS).service).toBe("");
    expect(withWhatFollows({ phone: MTN, service: "airtel" }, { phone: GLO }, NETWORKS)).toEqual({ phone: GLO });
  });

  it("takes the bundle of another one with it", () => {
    const before = { phone: MTN, service: "mtn" };
    expect(withWhatFollows(before, { service: "glo" }, NETWORKS)).toEqual({ service: "glo", item: "" });
    expect(withWhatFollows(before, { phone: GLO }, NETWORKS)).toEqual({ phone: GLO, service: "glo", item: "" });
    expect(withWhatFollows(before, { service: "mtn" }, NETWORKS)).toEqual({ service: "mtn" });
    expect(withWhatFollows(before, { item: "1gb" }, NETWORKS)).toEqual({ item: "1gb" });
    expect(withWhatFollows(before, { paid_from: "purse" }, NETWORKS)).toEqual({ paid_from: "purse" });
  });
});

it("says at its field that the number is not checked, or that nothing is chosen", () => {
  const whole = { hasOwner: true, isChecked: true, hasItems: true, isChosen: true };
  expect(lacking(whole)).toBeUndefined();
  expect(lacking({ ...whole, isChecked: false })).toMatchObject({ field: "customer_no" });
  expect(lacking({ ...whole, isChosen: false })).toMatchObject({ field: "item" });
  // Twelve months of the dearest bouquet are above what one bill may be.
  expect(tooDear({ price_kobo: 50_000_000 }, 50_000_000)).toBeUndefined();
  const dear = tooDear({ price_kobo: 50_000_001 }, 50_000_000);
  expect(lacking({ ...whole, tooDear: dear })).toEqual({ field: "item", message: "above the ₦500,000.00 of one bill" });
  expect(lacking({ hasOwner: false, isChecked: false, hasItems: false, isChosen: false })).toBeUndefined();
});
