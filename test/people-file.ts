/** A file of many people with the mistakes that such files have, and what must become of each row. */
export interface PeopleFile {
  csv: string;
  /** The rows that must make a person. */
  good: number;
  refused: number;
  /** Of the refused: rows that name somebody of an earlier row, who is there already the next time. */
  repeated: number;
}

const HEADING = "Full name,E-mail,Phone number,Date of birth,Employment status,Employer,Salary,Salary day,Address";
const letters = (number: number): string =>
  [...String(number)].map((digit) => String.fromCharCode(97 + Number(digit))).join("");
const goodRow = (number: number): string[] => [
  `Ada Person${letters(number)}`,
  `many-${number}@mail.example`,
  `0803${String(number).padStart(7, "0")}`,
  "1990-05-14",
  "employed",
  '"Lagoon Foods, Apapa"',
  '"250,000.50"',
  "25",
  `"${number} Marina Road\nLagos"`,
];

/** Every tenth row has a mistake, each of another kind in turn. */
const MISTAKES: ((cells: string[], number: number) => string[])[] = [
  (cells) => cells.with(1, "not-a-mail"),
  (cells) => cells.with(2, "123"),
  (cells) => cells.with(0, ""),
  (cells) => cells.with(3, "1990-02-30"),
  (cells) => cells.with(6, "lots"),
  (cells) => cells.with(0, "=cmd|' /C calc'!A0"),
  (cells) => cells.with(4, "astronaut"),
  (cells, number) => goodRow(number - 1).with(0, cells[0] ?? ""),
  (cells) => cells.with(7, "45"),
  (cells) => cells.slice(0, 2),
];

const REPEATS = 7;

export function makePeopleFile(rows: number): PeopleFile {
  let [refused, repeated] = [0, 0];
  const lines = Array.from({ length: rows }, (_, index) => {
    const number = index + 1;
    if (number % 10 !== 0) return goodRow(number).join(",");
    refused += 1;
    const kind = (number / 10) % MISTAKES.length;
    if (kind === REPEATS) repeated += 1;
    const mistake = MISTAKES[kind];
    return mistake?.(goodRow(number), number).join(",");
  });
  return { csv: `\uFEFF${HEADING}\r\n${lines.join("\r\n")}\r\n`, good: rows - refused, refused, repeated };
}
