/** What nouns of higher wings do when a company or one of its people changes. */
import type { Database, Tx } from "../db/database.ts";
import type { Context } from "./app.ts";

/** Somebody of a company. */
export interface Employed {
  company_id: string;
  user_id: string;
}

export interface CompanyHooks {
  /** What leaving the company takes with it, said before: a sentence each. */
  leaving?(db: Database, who: Employed): Promise<string[]>;
  /** Somebody leaves, before what they hold of the company's money goes back. */
  left?(tx: Tx, context: Context, who: Employed): Promise<void>;
  /** Somebody is kept from the company's business, or is back in it. */
  paused?(tx: Tx, context: Context, who: Employed, is_paused: boolean): Promise<void>;
  /** The whole company is suspended, or let back. */
  suspended?(tx: Tx, context: Context, company_id: string, is_suspended: boolean): Promise<void>;
}
