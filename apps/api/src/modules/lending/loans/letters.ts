/** Letters that leave the house: made once, kept, and served again as they were. */
import { createHash } from "node:crypto";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Database, Tx } from "../../../db/database.ts";
import { type LetterContent, printLetter } from "../../../documents/letter.ts";
import type { App } from "../../../house/app.ts";
import { footOf } from "../../platform/configuration/index.ts";

export type LetterKind = "offer_letter" | "letter_of_indebtedness" | "letter_of_no_indebtedness" | "receipt";

/** Prints a letter and keeps it: what was sent can be shown again a year later, byte for byte. @returns the PDF */
export async function issueLetter(
  tx: Tx | Database,
  context: Pick<App, "config">,
  letter: {
    kind: LetterKind;
    user_id: string;
    loan_id: string | null;
    receipt_id?: string | null;
    reference: string;
    issued_on: string;
    /** Who signs it for the provider; null for letters that nobody signs by name. */
    signatory?: string | null;
    content: LetterContent;
  },
): Promise<Buffer> {
  const body = await printLetter(letter.content, await footOf(tx, context));
  const { content: _, ...columns } = letter;
  await tx
    .insertInto("documents_issued")
    .values({
      id: uuidv7(),
      ...columns,
      receipt_id: letter.receipt_id ?? null,
      body,
      digest: createHash("sha256").update(body).digest(),
    })
    .onConflict((conflict) => conflict.column("reference").doNothing())
    .execute();
  return body;
}

interface Issued {
  body: Buffer;
  reference: string;
  issued_on: string;
  /** Null also for letters of before it was kept. */
  signatory: string | null;
}

/** The newest letter of a kind, as it was issued. */
export async function findLetter(db: Database | Tx, loan_id: string, kind: LetterKind): Promise<Issued | undefined> {
  const { rows } = await sql<Issued>`
    select body, reference, issued_on, signatory
    from documents_issued
    where loan_id = ${loan_id} and kind = ${kind}
    order by issued_at desc, id desc
    limit 1
  `.execute(db);
  return rows[0];
}
