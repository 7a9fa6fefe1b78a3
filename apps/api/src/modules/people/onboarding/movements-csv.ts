import type { ConnectedMovement } from "../../../outside/statements/port.ts";

const naira = (kobo: bigint): string =>
  `${kobo < 0n ? "-" : ""}${(kobo < 0n ? -kobo : kobo) / 100n}.${String((kobo < 0n ? -kobo : kobo) % 100n).padStart(2, "0")}`;
/** Narrations come from strangers: quoted always, and never the beginning of a formula. */
const quoted = (text: string): string =>
  `"${text
    .replace(/^[=+\-@\t\r]/, "'$&")
    .replaceAll('"', '""')
    .replace(/[\r\n]+/g, " ")}"`;

/** The movements in the columns that our own reader knows. */
export function movementsCsv(movements: readonly ConnectedMovement[]): Buffer {
  const rows = movements.map(({ date, narration, amount_kobo, balance_kobo }) =>
    [
      date,
      quoted(narration),
      amount_kobo < 0n ? naira(-amount_kobo) : "",
      amount_kobo >= 0n ? naira(amount_kobo) : "",
      balance_kobo === null ? "" : naira(balance_kobo),
    ].join(","),
  );
  return Buffer.from(`Transaction Date,Narration,Debit,Credit,Balance\r\n${rows.join("\r\n")}\r\n`);
}
