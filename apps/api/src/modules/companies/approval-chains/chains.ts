/** The chains of a company: versions that are only added to, read back as they were written. */
import { chainStep } from "@manilla/contract/companies/approval-chains";
import { type ChainKind, type ChainStep, chainFollows, defaultSteps } from "@manilla/contract/companies/chain-steps";
import { sql } from "kysely";
import { z } from "zod";
import type { Database, Tx } from "../../../db/database.ts";
import { type Decider, STAND_IN_ROLE, type Subject } from "./rules.ts";

const steps = z.array(chainStep);
/** Steps as they are stored: kobo as numbers. */
export const stepsAsJson = (given: readonly ChainStep[]): string =>
  JSON.stringify(z.encode(steps, [...given] as never));
export const readSteps = (json: unknown): ChainStep[] => z.decode(steps, json as never);

export interface Chain {
  /** Null for the one that every company has. */
  id: string | null;
  number: number;
  steps: readonly ChainStep[];
}

/** The chain that holds now. */
export async function chainOf(db: Database | Tx, company_id: string, kind: ChainKind): Promise<Chain> {
  const row = await db
    .selectFrom("approval_chains")
    .select(["id", "number", "steps"])
    .where("company_id", "=", company_id)
    .where("kind", "=", kind)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? { ...row, steps: readSteps(row.steps) } : { id: null, number: 0, steps: defaultSteps };
}

/** The chain that decides about a kind: its own, else that of the kind that it follows. */
export async function decidingChain(db: Database | Tx, company_id: string, kind: ChainKind): Promise<Chain> {
  const own = await chainOf(db, company_id, kind);
  const follows = chainFollows[kind];
  return own.id === null && follows ? chainOf(db, company_id, follows) : own;
}

/** Those of the company whom these steps may mean, for this subject. */
export async function decidersOf(
  db: Database | Tx,
  company_id: string,
  given: readonly ChainStep[],
  subject: Pick<Subject, "requester_id"> & { department_id: string | null },
): Promise<(Decider & { name: string })[]> {
  const named = given.flatMap(({ approvers, escalate_to }) => [...approvers, ...(escalate_to ? [escalate_to] : [])]);
  const roles = [STAND_IN_ROLE, ...named.flatMap(({ who, role }) => (who === "role" && role ? [role] : []))];
  const ids = named.flatMap(({ who, user_id }) => (who === "person" && user_id ? [user_id] : []));
  const { rows } = await sql<Decider & { name: string }>`
    select *
    from company_deciders(
      ${company_id}, ${subject.requester_id}, ${subject.department_id}::uuid, ${roles}::text[], ${ids}::uuid[]
    )
    order by user_id
  `.execute(db);
  return rows;
}
