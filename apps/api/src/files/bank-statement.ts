import { maskCardNumbers } from "@manilla/contract/card-number";
import {
  type BankStatement,
  StatementError,
  type StatementFormat,
  joinStatements,
  parseStatements,
} from "@manilla/credit";
import { FileRefused, readApart } from "./apart.ts";
import { type Pages, unpackRows } from "./packed.ts";
import { READ_AT_ONCE_BYTES, atFile } from "./table.ts";

/** What a bank's file says of our account. */
export interface ReadBankStatement {
  format: StatementFormat;
  statement: BankStatement & { last_sequence: string | null };
}

/** Tells the format from the text and reads it. @throws FileRefused naming what is wrong with the file */
export function parseBankStatement(text: string): ReadBankStatement {
  try {
    const { format, statements } = parseStatements(text);
    const joined = joinStatements(statements);
    // A shop's line may show the card that paid there (promise D2).
    const transactions = joined.transactions.map((line) => ({ ...line, narration: maskCardNumbers(line.narration) }));
    return { format, statement: { ...joined, transactions, last_sequence: statements.at(-1)?.sequence ?? null } };
  } catch (error) {
    if (error instanceof StatementError) throw new FileRefused(error.message);
    throw error;
  }
}

/** What the process of a long one sends: its lines are in pages. */
export type PackedBankStatement = ReadBankStatement & { pages: Pages };

async function readLong(text: string): Promise<ReadBankStatement> {
  const script = new URL("./bank-statement-worker.ts", import.meta.url);
  const { pages, format, statement } = await readApart<PackedBankStatement>(script, { text }, "statement", "long");
  return { format, statement: { ...statement, transactions: await unpackRows(pages) } };
}

/** A bank's statement, read apart from other requests' work when it is long. @throws InvalidFields at `file` */
export const readBankStatement = (text: string): Promise<ReadBankStatement> =>
  atFile(() => (text.length <= READ_AT_ONCE_BYTES ? parseBankStatement(text) : readLong(text)));
