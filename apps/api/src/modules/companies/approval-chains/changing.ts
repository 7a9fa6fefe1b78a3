/** Another version of a chain: it holds when a second person who may change chains agrees, where the company has one. */
import type * as calls from "@manilla/contract/companies/approval-chains";
import { type ChainKind, type ChainStep, chainKindWords, withoutAmount } from "@manilla/contract/companies/chain-steps";
import type { Input } from "@manilla/contract/endpoint";
import { naira } from "@manilla/contract/formats";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { ChainSubject, Context } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { changeRows, getRow } from "../../../db/row.ts";
import { Conflict, InvalidFields, StaleVersion } from "../../../errors.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { chainOf, readSteps, stepsAsJson } from "./chains.ts";
import { wrongWith } from "./rules.ts";
import { secondPersonFirst } from "./second-person.ts";

interface Change {
  kind: ChainKind;
  number: number;
  steps: readonly ChainStep[];
}

/** Persons, departments and categories that a chain names are the company's own. @throws InvalidFields */
async function requireOwn(tx: Tx, { session }: Context, { steps }: Change): Promise<void> {
  const named = steps.flatMap(({ approvers, escalate_to }) => [...approvers, ...(escalate_to ? [escalate_to] : [])]);
  const people = [
    ...named.flatMap(({ user_id }) => user_id ?? []),
    ...steps.flatMap(({ requester_ids }) => requester_ids),
  ];
  const departments = steps.flatMap(({ department_ids }) => department_ids);
  const categories = steps.flatMap(({ category_ids }) => category_ids);
  const { rows } = await sql<{ are_own: boolean }>`
    select
      not exists (
        select 1 from unnest(${people}::uuid[]) as p (id)
        where not exists (select 1 from users u where u.id = p.id and u.company_id = ${session.company_id} and u.erased_at is null)
      ) and not exists (
        select 1 from unnest(${departments}::uuid[]) as p (id)
        where not exists (select 1 from departments d where d.id = p.id and d.company_id = ${session.company_id})
      ) and not exists (
        select 1 from unnest(${categories}::uuid[]) as p (id)
        where not exists (select 1 from expense_categories c where c.id = p.id and c.company_id = ${session.company_id})
      ) as are_own
  `.execute(tx);
  if (!rows[0]?.are_own)
    throw new InvalidFields({ steps: ["choose people, departments and categories of your company"] });
}

/** The chain that holds, locked, where this change of it is possible. @throws InvalidFields, StaleVersion */
async function requirePossible(tx: Tx, context: Context, change: Change) {
  const company_id = context.session.company_id!;
  await sql`select pg_advisory_xact_lock(hashtext(${`chains ${company_id}`}))`.execute(tx);
  const chain = await chainOf(tx, company_id, change.kind);
  const wrong = wrongWith(change.steps, !withoutAmount.includes(change.kind));
  if (wrong) throw new InvalidFields({ steps: [wrong] });
  await requireOwn(tx, context, change);
  if (chain.number !== change.number)
    throw new StaleVersion("This chain has changed since you opened it. Please look again.");
  return { company_id, ...chain };
}

async function keepChain(tx: Tx, context: Context, change: Change, created_by: string): Promise<number> {
  const { company_id, number, steps } = await requirePossible(tx, context, change);
  const row = { id: uuidv7(), company_id, kind: change.kind, number: number + 1, steps: stepsAsJson(change.steps) };
  await tx
    .insertInto("approval_chains")
    .values({ ...row, created_by, created_at: clock.now() })
    .execute();
  const words = (given: readonly ChainStep[]) => given.map(({ name }) => name).join(", ");
  await recordAudit(tx, context, "approval_chain_changed", ["approval_chain", row.id], {
    before: { steps: words(steps) },
    after: { kind: change.kind, steps: words(change.steps) },
  });
  return row.number;
}

/** A chain is changed once at a time. @throws Conflict */
function refuseSecond(error: { constraint?: string }): never {
  if (error.constraint === "approval_chain_changes_once")
    throw new Conflict("A change of this chain is in the inbox: that is decided first.", "change_waits");
  throw error as Error;
}

async function keepChange(tx: Tx, { session }: Context, { kind, number, steps }: Change): Promise<string> {
  const id = uuidv7();
  const asked = { company_id: session.company_id!, asked_by: session.user_id, created_at: clock.now() };
  await tx
    .insertInto("approval_chain_changes")
    .values({ id, ...asked, kind, number, steps: stepsAsJson(steps) })
    .execute()
    .catch(refuseSecond);
  return id;
}

/** Asked for, or done at once where nobody else could agree. */
export const changeChain = (context: Context, { body }: Input<typeof calls.changeChain>) =>
  context.once(async (tx) => {
    const { number } = await requirePossible(tx, context, body);
    const opened = { kind: "approval_chain", title: `Change the chain: ${chainKindWords[body.kind]}` } as const;
    const approval_id = await secondPersonFirst(tx, context, "company:can_manage_approval_chains", opened, () =>
      keepChange(tx, context, body),
    );
    return approval_id
      ? { number, approval_id }
      : { number: await keepChain(tx, context, body, context.session.user_id), approval_id };
  });

const readChange = async (db: Database | Tx, id: string, lock = false) => {
  const columns = ["kind", "number", "steps", "asked_by"] as const;
  const { kind, steps, ...row } = await getRow(db, "approval_chain_changes", id, columns, { lock });
  return { ...row, kind: kind as ChainKind, steps: readSteps(steps) };
};

/** A step in one line: its name, its band, how many are named. */
const stepWords = ({
  name,
  from_kobo,
  below_kobo,
  department_ids,
  category_ids,
  requester_ids,
  approvers,
  need,
}: ChainStep): string =>
  [
    name,
    from_kobo && `from ${naira(from_kobo)}`,
    below_kobo && `below ${naira(below_kobo)}`,
    department_ids.length + category_ids.length + requester_ids.length > 0 && "for some requests only",
    approvers.length > 1 ? `${need === "all" ? "all" : "one"} of ${approvers.length}` : undefined,
  ]
    .filter(Boolean)
    .join(", ");

/** A chain is itself decided about by a chain. */
export const chainOfChains: ChainSubject = {
  async shows(db, { session }, subject_id) {
    const change = await readChange(db, subject_id);
    const now = await chainOf(db, session.company_id!, change.kind);
    const { rows } = await sql<{ id: string; name: string }>`
      select id, name from company_approvers_of(${session.company_id}::uuid)
    `.execute(db);
    const whom = ({ approvers }: ChainStep): string =>
      approvers
        .map(({ who, role, user_id }) =>
          who === "person"
            ? (rows.find(({ id }) => id === user_id)?.name ?? "a person")
            : (role ?? who).replaceAll("_", " "),
        )
        .join(", ");
    return [
      { label: "Chain", value: chainKindWords[change.kind] },
      ...change.steps.map((step, at) => ({ label: `Step ${at + 1}`, value: `${stepWords(step)}: ${whom(step)}` })),
      { label: "Before", value: now.steps.map(stepWords).join("; ") },
    ];
  },
  async decided(tx, context, { subject_id, outcome }) {
    const change = await readChange(tx, subject_id, true);
    await changeRows(tx, "approval_chain_changes", subject_id, { outcome, decided_at: clock.now() });
    if (outcome === "approved") await keepChain(tx, context, change, change.asked_by);
  },
};
