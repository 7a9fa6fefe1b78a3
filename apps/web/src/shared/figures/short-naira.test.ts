import { expect, it } from "vitest";
import { shortNaira } from "./short-naira.ts";

it("says an amount over a bar in the largest unit that fits", () => {
  const said = [
    0, 100, 99_900, 99_950, 58_954_000, 99_949_900, 99_950_000, 219_999_999, 1_240_000_000, 99_950_000_000,
    90_000_000_000_000,
  ].map(shortNaira);
  expect(said).toEqual(["₦0", "₦1", "₦999", "₦1k", "₦590k", "₦999k", "₦1m", "₦2.1m", "₦12m", "₦1bn", "₦900bn"]);
});
