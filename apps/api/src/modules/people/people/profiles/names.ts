/** Whether two records speak of the same person: pure, and explained field by field. */
import { fullName } from "@manilla/contract/formats";

const words = (name: string): string[] =>
  name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/['’.-]/g, "")
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 1);

/** Whether two words differ by at most one letter (a slip of typing); short words must be equal. */
function isNear(left: string, right: string): boolean {
  if (left === right) return true;
  if (Math.min(left.length, right.length) < 5 || Math.abs(left.length - right.length) > 1) return false;
  const [short, long] = left.length <= right.length ? [left, right] : [right, left];
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  return short.slice(short.length === long.length ? at + 1 : at) === long.slice(at + 1);
}

/** Whether the longer name has each word of the shorter, in any order (banks print the last name first); at least two. */
export function isSameName(left: string, right: string): boolean {
  const [few, many] = [words(left), words(right)].toSorted((one, other) => one.length - other.length) as [
    string[],
    string[],
  ];
  const rest = [...many];
  let found = 0;
  for (const word of few) {
    const index = rest.findIndex((other) => isNear(word, other));
    if (index < 0) continue;
    rest.splice(index, 1);
    found += 1;
  }
  return few.length >= 2 && found === few.length;
}

export type Agreement = "agrees" | "differs" | "not_stated";

export interface Comparison {
  name: Agreement;
  date_of_birth: Agreement;
  is_match: boolean;
}

/** Compares what a person said of themselves with what a register says. A birthday that was not stated is taken from the register. */
export function compareIdentity(
  stated: { name: string; last_name: string; date_of_birth: string | null },
  found: { first_name: string; middle_name: string | null; last_name: string; date_of_birth: string | null },
): Comparison {
  const name = isSameName(fullName(stated), `${found.first_name} ${found.middle_name ?? ""} ${found.last_name}`)
    ? "agrees"
    : "differs";
  const date_of_birth =
    stated.date_of_birth === null || found.date_of_birth === null
      ? "not_stated"
      : stated.date_of_birth === found.date_of_birth
        ? "agrees"
        : "differs";
  return { name, date_of_birth, is_match: name === "agrees" && date_of_birth !== "differs" };
}

/** Full years between two days, `yyyy-mm-dd`. */
export function ageOn(date_of_birth: string, on: string): number {
  const years = Number(on.slice(0, 4)) - Number(date_of_birth.slice(0, 4));
  return on.slice(5) < date_of_birth.slice(5) ? years - 1 : years;
}
