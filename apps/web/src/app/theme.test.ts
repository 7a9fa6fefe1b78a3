/** The eight colours of charts hold by day and by night, and for who does not see some of them: measured, not looked at. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

type Three = [number, number, number];
const text = readFileSync(new URL("theme.ts", import.meta.url), "utf8");
const coloursOf = (name: string): string[] =>
  [...text.matchAll(new RegExp(`"--${name}": "#([0-9a-f]{6})"`, "g"))].map(([, hex]) => hex!);
const all = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => coloursOf(`chart-${number}`));

const linear = (hex: string): Three =>
  [0, 2, 4].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as Three;
const times = (matrix: readonly Three[], [r, g, b]: Three): Three =>
  matrix.map(([x, y, z]) => x * r + y * g + z * b) as Three;

/** How a colour is seen without one kind of cone (Machado, Oliveira and Fernandes 2009, severity 1). */
const SIGHTS: Readonly<Record<string, readonly Three[]>> = {
  all: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};
const XYZ: readonly Three[] = [
  [0.4124, 0.3576, 0.1805],
  [0.2126, 0.7152, 0.0722],
  [0.0193, 0.1192, 0.9505],
];
const WHITE: Three = [0.95047, 1, 1.08883];

/** CIE L*a*b*: ten apart is a difference that nobody overlooks. */
function lab(hex: string, sight: readonly Three[]): Three {
  const seen = times(sight, linear(hex)).map((part) => Math.min(1, Math.max(0, part))) as Three;
  const [x, y, z] = times(XYZ, seen).map((part, at) => {
    const share = part / WHITE[at]!;
    return share > 0.008856 ? Math.cbrt(share) : 7.787 * share + 16 / 116;
  }) as Three;
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}
const light = (hex: string): number => times(XYZ, linear(hex))[1];

describe.each([
  ["by day", 0, "ffffff"],
  ["by night", 1, "1b1a18"],
] as const)("the colours of charts %s", (_, at, ground) => {
  const colours = all.map((both) => both[at]!);

  it("are eight, and each is seen on its ground", () => {
    expect(new Set(colours).size).toBe(8);
    for (const colour of colours) {
      const [less, more] = [light(colour), light(ground)].toSorted((left, right) => left - right) as [number, number];
      expect((more + 0.05) / (less + 0.05), colour).toBeGreaterThanOrEqual(3);
    }
  });

  it.each(Object.entries(SIGHTS))("are as many with the sight of %s", (_name, sight) => {
    const seen = colours.map((colour) => lab(colour, sight));
    const apart = seen.flatMap((one, index) =>
      seen.slice(0, index).map((other) => Math.hypot(...one.map((part, axis) => part - other[axis]!))),
    );
    expect(Math.min(...apart)).toBeGreaterThan(12);
  });
});
