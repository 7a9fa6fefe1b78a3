/** Upper bounds of thousands, millions, billions. */
const units: readonly (readonly [below: number, worth: number, letter: string])[] = [
  [999_500, 1e3, "k"],
  [999_500_000, 1e6, "m"],
  [Infinity, 1e9, "bn"],
];

/** `₦590k`, `₦2.2m`, `₦900bn`: short enough for a bar's label. @param kobo a whole number of kobo, not negative */
export function shortNaira(kobo: number): string {
  const amount = kobo / 100;
  if (amount < 999.5) return `₦${Math.round(amount)}`;
  const [, worth, letter] = units.find(([below]) => amount < below) ?? [Infinity, 1e9, "bn"];
  // 999.5 thousand is a million over a bar.
  const shown = Math.max(1, amount / worth);
  return `₦${letter === "k" || shown >= 10 ? Math.round(shown) : Math.floor(shown * 10) / 10}${letter}`;
}
