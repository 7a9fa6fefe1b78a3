/** How much somebody could borrow, by the rules and the products of today: an answer before the papers, which bind nobody. */
import type { DecisionFacts } from "@manilla/contract/lending/rule-facts";
import type { RuleTable } from "@manilla/contract/lending/rule-tables";
import { QuoteError, quote } from "@manilla/credit";
import type { Context } from "../../../house/app.ts";
import type { Database } from "../../../db/database.ts";
import { businessDate } from "../../platform/states/index.ts";
import { availableOf, usedLimit } from "../limits/index.ts";
import {
  type ActiveRules,
  type Judgement,
  activeRules,
  gatherFacts,
  judge,
  ownInstalments,
} from "../rule-sets/index.ts";
import { currentVersions, termsOf } from "../loan-products/index.ts";

/** Estimates are said in whole thousands of naira. */
const ROUND_KOBO = 100_000n;
const TOO_LITTLE = "No plan that is offered now fits these figures.";

interface CouldBorrow {
  plan: string;
  principal_kobo: bigint;
  instalments: number;
  instalment_kobo: bigint;
}
interface Estimate {
  could_borrow: CouldBorrow | null;
  why_not: string[];
}
type Version = Awaited<ReturnType<typeof currentVersions>>[number];

/** The rows of a table that object to these facts, by their ids. */
async function objectionsOf(table: RuleTable, facts: DecisionFacts): Promise<Set<string>> {
  const { modules } = await judge([table], facts);
  return new Set(
    modules.flatMap(({ hits }) => hits.filter(({ outcome }) => outcome !== "passed")).map(({ row }) => row),
  );
}

/** What this plan costs a month for a principal, over its longest time; null when its terms make no loan of it. */
function instalmentOf(version: Version, principal_kobo: bigint, today: string): bigint | null {
  try {
    const ask = { principal_kobo, instalments: version.maximum_instalments };
    return quote(termsOf(version, ask, today, null)).instalments.find(({ number }) => number > 0)?.total_kobo ?? null;
  } catch (error) {
    if (error instanceof QuoteError) return null;
    throw error;
  }
}

/**
 * The largest principal of one plan, in whole thousands of naira and at most `limit_kobo`, to whose instalment no row of affordability objects. Found by halving:
 * a larger loan never has a smaller instalment.
 */
async function largestOf(
  version: Version,
  { affordability, facts, burden_kobo, limit_kobo, today }: Asked & { limit_kobo: bigint },
): Promise<CouldBorrow | null> {
  // Objections that do not depend on the instalment are left to the decision.
  const known = affordability ? await objectionsOf(affordability, withInstalments(facts, 0n)) : new Set<string>();
  const attempt = async (thousands: bigint): Promise<CouldBorrow | null> => {
    const principal_kobo = thousands * ROUND_KOBO;
    const instalment_kobo = instalmentOf(version, principal_kobo, today);
    if (instalment_kobo === null) return null;
    const asked = withInstalments({ ...facts, requested_kobo: Number(principal_kobo) }, burden_kobo + instalment_kobo);
    const objections = affordability ? await objectionsOf(affordability, asked) : new Set<string>();
    if ([...objections].some((row) => !known.has(row))) return null;
    return { plan: version.name, principal_kobo, instalments: version.maximum_instalments, instalment_kobo };
  };
  const most = limit_kobo < version.maximum_principal_kobo ? limit_kobo : version.maximum_principal_kobo;
  let low = (version.minimum_principal_kobo + ROUND_KOBO - 1n) / ROUND_KOBO;
  let high = most / ROUND_KOBO;
  // Mostly the limit is what binds, and one attempt is enough.
  let best = low <= high ? await attempt(high) : null;
  if (best) return best;
  high -= 1n;
  while (low <= high) {
    const middle = (low + high) / 2n;
    const found = await attempt(middle);
    if (found) {
      best = found;
      low = middle + 1n;
    } else high = middle - 1n;
  }
  return best;
}

interface Asked {
  affordability: RuleTable | undefined;
  facts: DecisionFacts;
  /** Instalments a month that run already. */
  burden_kobo: bigint;
  today: string;
}

/** With instalments of so much a month, in percent of the income with one decimal, as `facts.ts` counts it. */
const withInstalments = (facts: DecisionFacts, kobo: bigint): DecisionFacts => {
  const income = BigInt(Number(facts.income_kobo ?? 0));
  return { ...facts, instalment_percent: income > 0n ? Number((kobo * 1_000n) / income) / 10 : null };
};

/** The rules that were used last: the engine keeps what it has compiled of the very same tables. */
let last: ActiveRules | undefined;
const known = (rules: ActiveRules): ActiveRules => (last?.id === rules.id ? last : (last = rules));

/** The reasons of what declined: failed checks, or those of having no limit. */
function declinedBy({ modules }: Judgement): string[] {
  const hits = modules.flatMap((each) => each.hits.map((hit) => ({ module: each.module, ...hit })));
  const failed = hits.filter(({ outcome }) => outcome === "failed");
  return (failed.length > 0 ? failed : hits.filter(({ module }) => module === "limit")).map(({ reason }) => reason);
}

/**
 * What the rules let pass, by facts.
 * @param burden_kobo instalments a month that run already @param cap_kobo what a personal limit leaves; null without one
 */
async function estimateBy(
  db: Database,
  facts: DecisionFacts,
  burden_kobo: bigint,
  cap_kobo: bigint | null,
): Promise<Estimate> {
  const today = await businessDate(db);
  const [rules, versions] = await Promise.all([activeRules(db), currentVersions(db, today)]);
  const { tables } = known(rules);
  const judged = await judge(tables, withInstalments(facts, burden_kobo));
  if (judged.outcome === "declined") return { could_borrow: null, why_not: declinedBy(judged) };
  const owed = BigInt(Number(facts.own_outstanding_kobo ?? 0));
  const left = judged.limit_kobo > owed ? judged.limit_kobo - owed : 0n;
  const limit_kobo = cap_kobo !== null && cap_kobo < left ? cap_kobo : left;
  const affordability = tables.find(({ module }) => module === "affordability");
  const found = await Promise.all(
    versions.map((version) => largestOf(version, { affordability, facts, burden_kobo, today, limit_kobo })),
  );
  const [could_borrow = null] = found
    .flatMap((each) => each ?? [])
    .toSorted((one, other) => (one.principal_kobo < other.principal_kobo ? 1 : -1));
  return { could_borrow, why_not: could_borrow ? [] : [TOO_LITTLE] };
}

/**
 * What somebody could borrow who says what they earn and pay: the statement is taken to confirm it, and what is not known yet is left open.
 * @param given kobo a month
 */
export function estimateOf(
  db: Database,
  given: { employment_status: string; salary_kobo: bigint; repayments_kobo?: bigint },
): Promise<Estimate> {
  const facts: DecisionFacts = {
    employment_status: given.employment_status,
    salary_kobo: Number(given.salary_kobo),
    has_statement: true,
    is_statement_sound: true,
    income_kobo: Number(given.salary_kobo),
    own_outstanding_kobo: 0,
  };
  return estimateBy(db, facts, given.repayments_kobo ?? 0n, null);
}

/** What the signed-in person could borrow, by what is on record; without a statement that was read, by the salary that they state. */
export async function ownEstimate(
  context: Context,
): Promise<{ could_borrow: CouldBorrow | null; after: CouldBorrow | null }> {
  const { db, session } = context;
  const [known, limit, own_kobo] = await Promise.all([
    gatherFacts(context, session.user_id),
    usedLimit(db, session.user_id),
    ownInstalments(db, session.user_id),
  ]);
  // A BVN that was not looked up yet is a step to come, no objection.
  const confirmed: DecisionFacts = { ...known, is_bvn_verified: known.is_bvn_verified || null };
  const facts: DecisionFacts = known.has_statement
    ? confirmed
    : { ...confirmed, has_statement: true, is_statement_sound: true, income_kobo: known.salary_kobo ?? null };
  const elsewhere_kobo = BigInt(Number(known.loan_repayments_kobo ?? 0));
  const running = Number(known.own_running_loans ?? 0);
  const paidBack: DecisionFacts = {
    ...facts,
    own_running_loans: 0,
    own_outstanding_kobo: 0,
    own_settled_loans: Number(known.own_settled_loans ?? 0) + running,
  };
  const [now, after] = await Promise.all([
    estimateBy(db, facts, elsewhere_kobo + own_kobo, availableOf(limit)),
    running > 0 ? estimateBy(db, paidBack, elsewhere_kobo, limit.limit_kobo) : null,
  ]);
  return { could_borrow: now.could_borrow, after: after?.could_borrow ?? null };
}
