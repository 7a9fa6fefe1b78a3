/** What nouns of higher wings do when a company or one of its people changes. */
import type { z } from "zod";
import type { Database, Tx } from "../db/database.ts";
import type { BoundList } from "../db/list.ts";
import type { Context } from "./app.ts";

/** Somebody of a company. */
export interface Employed {
  company_id: string;
  user_id: string;
}

export interface CompanyHooks {
  /** What leaving the company takes with it, shown before: a sentence each. */
  leaving?(db: Database, who: Employed): Promise<string[]>;
  /** Somebody leaves, before what they hold of the company's money goes back. */
  left?(tx: Tx, context: Context, who: Employed): Promise<void>;
  /** Somebody is kept from the company's business, or is back in it. */
  paused?(tx: Tx, context: Context, who: Employed, is_paused: boolean): Promise<void>;
  /** What suspending the company does, shown before: a sentence each. */
  suspending?(db: Database, company_id: string): Promise<string[]>;
  /** Its application is declined, in the transaction of the decision. */
  declined?(tx: Tx, context: Context, company_id: string): Promise<void>;
  /** The whole company is suspended, or let back. */
  suspended?(tx: Tx, context: Context, company_id: string, is_suspended: boolean): Promise<void>;
}

type Admins = typeof import("@manilla/contract/platform/colleagues");
type Admin = z.output<Admins["listAll"]["row"]>;

/** Done; or asked of another administrator of the company. */
type Given = { colleague: Admin } | { approval_id: string };

/** The administrators of the caller's company, in the calls that serve the provider's staff too (A46). */
export interface CompanyAdmins {
  list(context: Context): BoundList;
  invite(tx: Tx, context: Context, body: z.output<Admins["invite"]["body"]>): Promise<Given>;
  update(tx: Tx, context: Context, id: string, body: z.output<Admins["update"]["body"]>): Promise<Given>;
  end(tx: Tx, context: Context, id: string, body: z.output<Admins["suspend"]["body"]>): Promise<Admin>;
  /** What somebody would have of single permissions, before they have it. @returns what another administrator is asked; null where it holds at once */
  permit(
    tx: Tx,
    context: Context,
    id: string,
    asked: { granted: string[]; withheld: string[] },
    reason: string | null,
  ): Promise<string | null>;
  /** Makes a change by the provider's staff: where it gives somebody power over the company's money or decisions, its administrators are notified and it begins later. */
  watch(tx: Tx, person: Employed, given_by: string, change: () => Promise<void>): Promise<void>;
  /** Holds the team until the end. @throws Conflict where the company's plan has no place for one more */
  requireSeat(tx: Tx, company_id: string): Promise<void>;
}
