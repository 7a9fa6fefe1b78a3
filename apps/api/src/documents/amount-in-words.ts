const SMALL = [
  "zero",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
  "thirteen",
  "fourteen",
  "fifteen",
  "sixteen",
  "seventeen",
  "eighteen",
  "nineteen",
];
const TENS = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
const GROUPS = ["", " thousand", " million", " billion", " trillion"];

function belowThousand(number: number): string {
  const [hundreds, rest] = [Math.floor(number / 100), number % 100];
  const small =
    rest < 20 ? (SMALL[rest] ?? "") : `${TENS[Math.floor(rest / 10)]}${rest % 10 ? `-${SMALL[rest % 10]}` : ""}`;
  if (hundreds === 0) return small;
  return `${SMALL[hundreds]} hundred${rest > 0 ? ` and ${small}` : ""}`;
}

function whole(amount: bigint): string {
  if (amount === 0n) return "zero";
  const parts: string[] = [];
  let rest = amount;
  for (let group = 0; rest > 0n; group += 1) {
    const three = Number(rest % 1_000n);
    if (three > 0) parts.unshift(`${belowThousand(three)}${GROUPS[group] ?? ""}`);
    rest /= 1_000n;
  }
  const last = Number(amount % 1_000n);
  // "one thousand and five": the last small group is joined as it is spoken in Nigeria.
  if (parts.length > 1 && last > 0 && last < 100) return `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
  return parts.join(", ");
}

/** An amount as a letter spells it: `one thousand and five naira, fifty kobo`. */
export function amountInWords(kobo: bigint): string {
  const amount = kobo < 0n ? -kobo : kobo;
  const [naira, rest] = [amount / 100n, amount % 100n];
  const text = `${whole(naira)} naira${rest > 0n ? `, ${whole(rest)} kobo` : " only"}`;
  return kobo < 0n ? `minus ${text}` : text;
}
