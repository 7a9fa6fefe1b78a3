/** The guards of the wing people. */
import { MODULES, type Sabotage } from "./places.ts";

export const people: readonly Sabotage[] = [
  {
    name: "personal wallets: what leaves in a day is not limited by the tier",
    file: `${MODULES}/people/personal-wallets/rules.ts`,
    find: 'if (direction === "out") add("daily_outflow_kobo", facts.out_today_kobo);',
    put: 'if (direction === "out") add("daily_outflow_kobo", 0n);',
    test: "apps/api/src/modules/growth/rewards/rewards.test.ts",
    fails: "takes in and lets out what the tier allows, says what is left, and more on a higher tier",
  },
  {
    name: "personal wallets: the tier's balance does not count",
    file: `${MODULES}/people/personal-wallets/rules.ts`,
    find: 'add("balance_kobo", facts.holds_kobo);',
    put: 'add("balance_kobo", 0n);',
    test: "apps/api/src/modules/growth/rewards/rewards.test.ts",
    fails: "is full at the tier's balance: nothing is redeemed into it, and nothing is lost",
  },
  {
    name: "cash: a colleague approves their own transfer",
    file: `${MODULES}/people/cash-transactions/rules.ts`,
    find: "approve: { own_transfer, post_no_debit:",
    put: "approve: { own_transfer: () => false, post_no_debit:",
    test: "apps/api/src/modules/people/cash-transactions/cash-transactions.test.ts",
    fails: "is sent when a colleague approves it: never one's own, never while money may not leave, never twice",
  },
  {
    name: "cash: a transfer is split so that nobody looks at it",
    file: `${MODULES}/people/cash-transactions/rules.ts`,
    find: "amount_kobo + out_today_kobo > without_approval_kobo",
    put: "amount_kobo > without_approval_kobo || out_today_kobo < 0n",
    test: "apps/api/src/modules/people/cash-transactions/cash-transactions.test.ts",
    fails: "goes at once up to the configured amount of a day, and awaits approval beyond it, however it is split",
  },
  {
    name: "cash: one colleague alone gives any limit",
    file: `${MODULES}/people/cash-limits/raising.ts`,
    find: 'if (limit_kobo <= BigInt(await readSetting(tx, "cash_limit_by_one_kobo")))',
    put: "if (limit_kobo > 0n)",
    test: "apps/api/src/modules/people/cash-limits/cash-limits.test.ts",
    fails: "above it take two people; declined or given, the person reads why",
  },
  {
    name: "tiers: a person is lifted against a colleague's word",
    file: `${MODULES}/people/people/profiles/plans.ts`,
    find: "|| isLowered) return null;",
    put: "|| (isLowered && now < 0)) return null;",
    test: "apps/api/src/modules/people/cash-limits/cash-limits.test.ts",
    fails: "lift a person by itself when their papers allow, and never against a colleague's word",
  },
  {
    name: "complaints: who answers one opens any paper",
    file: `${MODULES}/people/documents/showing.ts`,
    find: 'answers && (await findRow(db, "complaints", { document_id: id }, ["id"]))',
    put: "answers",
    test: `${MODULES}/people/complaints/complaints.test.ts`,
    fails: "keeps the paper that came with it among the person's documents",
  },
  {
    name: "data export: numbers whole for staff",
    file: `${MODULES}/people/data-protection/gathering.ts`,
    find: "user_id !== session.user_id ? masked",
    put: 'user_id === "" ? masked',
    test: `${MODULES}/people/communications/communications.test.ts`,
    fails: "answers what people ask once, within a month, and gives them everything that is theirs",
  },
];
