import { z } from "zod";

/** The largest amount that JSON can carry exactly (2^53 − 1 kobo, about ₦90 trillion). Beyond it the edge refuses. */
export const LARGEST_WIRE_AMOUNT = BigInt(Number.MAX_SAFE_INTEGER);

/** The largest amount that anybody may send, ₦1 trillion: what is added to it, charges or further rows, is within the wire too. */
export const LARGEST_AMOUNT = 100_000_000_000_000n;

const wireAmount = z.int({ error: "this field must be a whole number of kobo" });

/** Money: an integer number of kobo on the wire, `bigint` inside. May be negative (balances, differences). */
export const kobo = z.codec(wireAmount, z.bigint(), {
  decode: (amount) => BigInt(amount),
  encode: (amount) => {
    if (amount > LARGEST_WIRE_AMOUNT || amount < -LARGEST_WIRE_AMOUNT)
      throw new RangeError("amount too large for the wire");
    return Number(amount);
  },
});

/** Money that a person may send: more than nothing. */
export const positiveKobo = z.codec(
  wireAmount
    .min(1, { error: "this field has to be at least 1" })
    .max(Number(LARGEST_AMOUNT), { error: "this field must be at most ₦1 trillion" }),
  z.bigint(),
  { decode: (amount) => BigInt(amount), encode: (amount) => Number(amount) },
);

/** Money that may be nothing, but never less. */
export const nonNegativeKobo = z.codec(wireAmount.min(0, { error: "this field has to be at least 0" }), z.bigint(), {
  decode: (amount) => BigInt(amount),
  encode: (amount) => Number(amount),
});

/** The fields beside a file are text: an amount in kobo, as digits. */
export const koboText = z
  .string()
  .regex(/^\d{1,15}$/, { error: "this field must be a whole number of kobo" })
  .transform(BigInt);

/** A rate or a share in percent as an exact decimal string, at most 12 digits before and 12 after the point: `"15.678"`. */
export const percent = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,12})?$/, { error: "this field must be a decimal number, for example 15.5" });

/** `NGN` in kobo, `USD` in cents. */
export const currency = z.enum(["NGN", "USD"]);
export type Currency = z.infer<typeof currency>;
