/** A request is put before the company's own people: by which steps, and whether it looks split. */
import { type ChainKind, type ChainStep, defaultSteps } from "@manilla/contract/companies/chain-steps";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Context } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { later } from "../../../db/pipelined-database.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { businessDate, recordBeginning } from "../../platform/states/index.ts";
import { type Chain, decidingChain, stepsAsJson } from "./chains.ts";
import { type Approval, askStep, end, recordEvent, stepAfter, subjectOf } from "./engine.ts";
import { type Decider, SPLIT_DAYS, splitBeside, stepsFor } from "./rules.ts";

/** What a noun opens on its company's chain. */
export interface Opened {
  kind: ChainKind;
  subject_id: string;
  title: string;
  amount_kobo?: bigint | null;
  /** By default the caller. */
  requester_id?: string;
  department_id?: string | null;
  category_id?: string | null;
  /** All that it is for, where that is several: a step for one of them is requested also where it is not the largest. */
  category_ids?: readonly string[];
  /** Whom it pays, where that is somebody of the company. */
  payee_id?: string | null;
  /** Whom it pays, otherwise: what makes two requests pay the same. */
  payee?: string | null;
  /** It has no amount because it has no bound: it is asked as the largest would be. */
  is_unbounded?: boolean;
  /** Where the company has set nothing: by default one of its administrators. */
  otherwise?: readonly ChainStep[];
  /** What was read already: its chain, and whom the steps of `otherwise` mean. */
  known?: { chain: Chain; people: readonly Decider[] | undefined };
}

/** Other requests of the same person, to the same payee or for the same category, of these days. */
async function besideOf(tx: Tx, company_id: string, opened: Opened, requester_id: string) {
  const { rows } = await sql<{ id: string; amount_kobo: bigint }>`
    select id, amount_kobo
    from company_approvals
    where company_id = ${company_id} and kind = ${opened.kind} and requester_id = ${requester_id}
      and status in ('pending', 'approved') and amount_kobo is not null
      and created_at > ${new Date(clock.milliseconds() - SPLIT_DAYS * 86_400_000)}
      and (payee = ${opened.payee ?? null} or payee_id = ${opened.payee_id ?? null}::uuid
        or category_id = ${opened.category_id ?? null}::uuid)
  `.execute(tx);
  return rows;
}

/** Categories, and those above them. */
async function withThoseAbove(tx: Tx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ parent_id: string }>`
    select parent_id from expense_categories where id = any(${[...ids]}::uuid[]) and parent_id is not null
  `.execute(tx);
  return [...ids, ...rows.map(({ parent_id }) => parent_id)];
}

/** More than any band begins with. */
const LARGEST_KOBO = 2n ** 62n;

/**
 * Puts something before the company's own people. One door for every noun; what becomes of it comes back through `chains.decided`.
 * @returns the request
 * @throws Conflict where nobody is left who may decide
 */
export async function openChain(tx: Tx, context: Context, opened: Opened): Promise<{ id: string }> {
  const { session } = context;
  const company_id = session.company_id!;
  const requester_id = opened.requester_id ?? session.user_id;
  const chain = opened.known?.chain ?? (await decidingChain(tx, company_id, opened.kind));
  const about = {
    company_id,
    requester_id,
    amount_kobo: opened.amount_kobo ?? null,
    department_id: opened.department_id ?? null,
    category_id: opened.category_id ?? null,
    payee_id: opened.payee_id ?? null,
  };
  const subject = {
    ...(await subjectOf(tx, { ...about, ...(opened.is_unbounded && { amount_kobo: LARGEST_KOBO }) })),
    category_ids: await withThoseAbove(tx, opened.category_ids ?? (about.category_id ? [about.category_id] : [])),
  };
  const own = chain.id ? stepsFor(chain.steps, subject) : [];
  // A case that the chain omits is decided by default.
  const steps = own.length > 0 ? own : (opened.otherwise ?? defaultSteps);
  const split = splitBeside(chain.steps, about.amount_kobo, await besideOf(tx, company_id, opened, requester_id));
  const id = uuidv7();
  const approval: Approval = {
    id,
    ...about,
    kind: opened.kind,
    subject_id: opened.subject_id,
    title: opened.title,
    status: "pending",
    version: 1,
    position: -1,
    steps: JSON.parse(stepsAsJson(steps)) as unknown,
  };
  const next = await stepAfter(
    tx,
    approval,
    { ...subject, amount_kobo: about.amount_kobo },
    steps === opened.otherwise ? opened.known?.people : undefined,
  );
  const kept = tx
    .insertInto("company_approvals")
    .values({
      id,
      ...about,
      kind: opened.kind,
      subject_id: opened.subject_id,
      chain_id: chain.id,
      steps: stepsAsJson(steps),
      ...(next !== "agreed" && { position: next.position }),
      waits_since: await businessDate(tx),
      title: opened.title,
      payee: opened.payee ?? null,
      split_beside: split,
      created_at: clock.now(),
    });
  await later(tx, kept);
  await recordBeginning(tx, "companyApproval", id, "pending", actorOf(context));
  await recordEvent(tx, approval, "requested", { actor_id: session.user_id });
  await recordAudit(tx, context, "company_approval_requested", ["company_approval", id], {
    after: { kind: opened.kind, title: opened.title, chain: chain.number },
  });
  if (next === "agreed") await end(tx, context, approval, "approve");
  else await askStep(tx, approval, next);
  return { id };
}
