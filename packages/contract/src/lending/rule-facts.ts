/** The modules of a credit decision, and the facts that rules may look at; no schemas, so that the browser may have it. */
/** In the order in which they are judged; each sees what the ones before found. */
export const ruleModules = [
  "eligibility",
  "identity",
  "blacklist",
  "bureau",
  "affordability",
  "score",
  "limit",
  "price",
] as const;
export type RuleModule = (typeof ruleModules)[number];

export const moduleNames: Record<RuleModule, { name: string; description: string }> = {
  eligibility: {
    name: "Eligibility",
    description: "Whether we lend to such a person at all: age, way of earning, residence.",
  },
  identity: {
    name: "Identity",
    description: "Whether the person is who they say: BVN, NIN, names of account and statement.",
  },
  blacklist: { name: "Blacklist", description: "Our own list, the banks' watch list, and losses with us." },
  bureau: { name: "Bureau", description: "What other lenders say." },
  affordability: { name: "Affordability", description: "Whether the income carries another instalment." },
  score: { name: "Score", description: "The points of every rule that applies are added up to the score." },
  limit: { name: "Limit", description: "The first rule that applies says what the person may owe at most." },
  price: { name: "Price", description: "The first rule that applies says the rate a year." },
};

type FactKind = "number" | "kobo" | "percent" | "boolean" | "text";
interface Fact {
  label: string;
  kind: FactKind;
}

/** Every fact with its words on the screen. Kobo are whole numbers; shares are percent of what is named. */
export const decisionFacts = {
  age_years: { label: "Age in years", kind: "number" },
  employment_status: { label: "Way of earning", kind: "text" },
  state: { label: "State of residence", kind: "text" },
  salary_kobo: { label: "Salary stated, a month", kind: "kobo" },
  statement_salary_kobo: { label: "Salary found in the statement, a month", kind: "kobo" },
  income_kobo: { label: "Income found in the statement, a month", kind: "kobo" },
  income_months: { label: "Whole months in which the income was counted", kind: "number" },
  income_counted_kobo: { label: "Income counted in these months", kind: "kobo" },
  statement_months: { label: "Months that the statement covers", kind: "number" },
  is_statement_sound: { label: "The statement's balances add up", kind: "boolean" },
  has_statement: { label: "There is a statement that could be read", kind: "boolean" },
  is_statement_theirs: { label: "The statement is in the person's name", kind: "boolean" },
  average_balance_kobo: { label: "Average balance", kind: "kobo" },
  gambling_percent: { label: "Betting, of what came in", kind: "percent" },
  bounced_debits: { label: "Debits that came back unpaid", kind: "number" },
  loan_repayments_kobo: { label: "Repayments to other lenders, a month", kind: "kobo" },
  is_bvn_verified: { label: "BVN verified", kind: "boolean" },
  is_bvn_bypassed: { label: "BVN bypassed", kind: "boolean" },
  is_nin_verified: { label: "NIN verified", kind: "boolean" },
  is_account_theirs: { label: "The bank account is in the person's name", kind: "boolean" },
  is_work_email_verified: { label: "Work e-mail verified", kind: "boolean" },
  is_blacklisted: { label: "On our blacklist", kind: "boolean" },
  is_watch_listed: { label: "On the banks' watch list", kind: "boolean" },
  bureau_answered: { label: "The bureau answered", kind: "boolean" },
  bureau_open_loans: { label: "Loans elsewhere that run", kind: "number" },
  bureau_overdue_loans: { label: "Loans elsewhere that are overdue or lost", kind: "number" },
  bureau_balance_kobo: { label: "Owed elsewhere", kind: "kobo" },
  own_running_loans: { label: "Loans with us that run", kind: "number" },
  own_settled_loans: { label: "Loans with us paid back", kind: "number" },
  own_lost_loans: { label: "Loans with us charged off or written off", kind: "number" },
  own_worst_days_past_due: { label: "Worst days past due with us", kind: "number" },
  own_outstanding_kobo: { label: "Owed to us", kind: "kobo" },
  requested_kobo: { label: "Requested amount", kind: "kobo" },
  instalment_kobo: { label: "Instalment of what is asked for", kind: "kobo" },
  instalment_percent: { label: "Instalments of all loans, of the income", kind: "percent" },
  score: { label: "Score so far", kind: "number" },
  limit_kobo: { label: "Limit so far", kind: "kobo" },
} as const satisfies Record<string, Fact>;
export type FactName = keyof typeof decisionFacts;
export const factNames = Object.keys(decisionFacts) as [FactName, ...FactName[]];

/** A value by fact; null where it is not known. Kobo are whole numbers. */
export type DecisionFacts = { [Name in FactName]?: string | number | boolean | null };

/** What the rows of a module say: checks give an outcome, the score gives points, limit and price give a value. */
export const ruleOutcomes = ["passed", "attention", "failed"] as const;
export type RuleOutcome = (typeof ruleOutcomes)[number];
/** The outcomes of a check, from the mildest. */
export const ruleOutcomeWords = { passed: "Passed", attention: "Attention", failed: "Failed" } as const;

/** `score` adds up, `limit` and `price` take the first row; the others collect every row and count the worst. */
export const kindOfModule = (module: RuleModule): "check" | "points" | "value" =>
  module === "score" ? "points" : module === "limit" || module === "price" ? "value" : "check";
