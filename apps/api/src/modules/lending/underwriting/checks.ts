/** The automatic checks: pure, each in words that an underwriter and a regulator understand. */
import { counted } from "@manilla/contract/formats";
import { isSameName } from "../../people/people/profiles/index.ts";

export type Outcome = "passed" | "attention" | "failed";
export interface Check {
  name: string;
  outcome: Outcome;
  words: string;
}

export interface Evidence {
  name: string;
  is_bvn_verified: boolean;
  is_bvn_bypassed: boolean;
  is_watch_listed: boolean;
  is_blacklisted: boolean;
  account_name: string | null;
  stated_salary_kobo: bigint | null;
  statement: {
    account_name: string | null;
    balances_hold: boolean | null;
    salary_kobo: bigint | null;
    months: number;
    money_in_kobo: bigint;
    gambling_kobo: bigint;
    bounced_debits: number;
  } | null;
  /** `unreachable`: the bureau was asked and did not answer; `no_consent`: it may not be asked. */
  bureau: { open_loans: number; overdue_loans: number; total_balance_kobo: bigint } | "unreachable" | "no_consent";
}

const naira = (kobo: bigint): string => `₦${(kobo / 100n).toString().replace(/\B(?=(\d{3})+$)/g, ",")}`;
/** In percent of what came in. */
const MAX_GAMBLING_PERCENT = 5n;
const FULL_MONTHS = 6;
/** A stated salary may be this much above the one that the statement shows, in percent. */
const SALARY_TOLERANCE_PERCENT = 10n;

function identityCheck(evidence: Evidence): Check {
  if (evidence.is_watch_listed)
    return { name: "identity", outcome: "failed", words: "The BVN is on the banks' watch list." };
  if (evidence.is_bvn_verified)
    return { name: "identity", outcome: "passed", words: "The BVN was verified with the bank's code." };
  return evidence.is_bvn_bypassed
    ? { name: "identity", outcome: "attention", words: "The BVN was bypassed and never verified." }
    : { name: "identity", outcome: "failed", words: "The BVN is not verified." };
}

function accountCheck({ account_name, name }: Evidence): Check {
  if (account_name === null)
    return {
      name: "bank_account",
      outcome: "attention",
      words: "The bank has not named the owner of the account yet.",
    };
  const isTheirs = isSameName(account_name, name);
  return {
    name: "bank_account",
    outcome: isTheirs ? "passed" : "failed",
    words: isTheirs ? "The account is in the person's name." : `The account is in the name of ${account_name}.`,
  };
}

function salaryCheck(stated: bigint | null, found: bigint | null): Check {
  if (found === null)
    return { name: "salary", outcome: "attention", words: "No regular salary was found in the statement." };
  if (stated === null)
    return {
      name: "salary",
      outcome: "attention",
      words: `The statement shows a salary of ${naira(found)}; the person stated none.`,
    };
  const isCovered = stated * 100n <= found * (100n + SALARY_TOLERANCE_PERCENT);
  return {
    name: "salary",
    outcome: isCovered ? "passed" : "attention",
    words: `Stated ${naira(stated)}, found ${naira(found)} in the statement.`,
  };
}

function balancesCheck(balances_hold: boolean | null): Check {
  if (balances_hold === null)
    return {
      name: "statement_balances",
      outcome: "attention",
      words: "The statement shows no running balances, so nobody can say whether they add up.",
    };
  return {
    name: "statement_balances",
    outcome: balances_hold ? "passed" : "failed",
    words: `The running balances of the statement ${balances_hold ? "add up" : "do not add up"}.`,
  };
}

function statementChecks(evidence: Evidence): Check[] {
  const { statement } = evidence;
  if (!statement)
    return [{ name: "statement", outcome: "failed", words: "There is no bank statement that could be read." }];
  const gambling = statement.money_in_kobo > 0n ? (statement.gambling_kobo * 100n) / statement.money_in_kobo : 0n;
  const isTheirs = statement.account_name === null || isSameName(statement.account_name, evidence.name);
  return [
    balancesCheck(statement.balances_hold),
    {
      name: "statement_owner",
      outcome: isTheirs ? "passed" : "failed",
      words: isTheirs
        ? "The statement is in the person's name, or names nobody."
        : `The statement is in the name of ${statement.account_name}.`,
    },
    {
      name: "statement_length",
      outcome: statement.months >= FULL_MONTHS ? "passed" : "attention",
      words: `The statement covers ${counted(statement.months, "month")}.`,
    },
    salaryCheck(evidence.stated_salary_kobo, statement.salary_kobo),
    {
      name: "gambling",
      outcome: gambling >= MAX_GAMBLING_PERCENT ? "attention" : "passed",
      words: `${gambling} % of what came in went to betting.`,
    },
    {
      name: "bounced_debits",
      outcome: statement.bounced_debits > 0 ? "attention" : "passed",
      words:
        statement.bounced_debits > 0
          ? `${counted(statement.bounced_debits, "debit")} came back unpaid.`
          : "No debit came back unpaid.",
    },
  ];
}

function bureauCheck({ bureau }: Evidence): Check {
  if (bureau === "no_consent")
    return { name: "bureau", outcome: "attention", words: "The person has not agreed to a bureau look-up." };
  if (bureau === "unreachable")
    return { name: "bureau", outcome: "attention", words: "The credit bureau did not answer." };
  if (bureau.overdue_loans > 0)
    return {
      name: "bureau",
      outcome: "failed",
      words: `Overdue or lost elsewhere: ${counted(bureau.overdue_loans, "loan")}.`,
    };
  return bureau.open_loans > 0
    ? {
        name: "bureau",
        outcome: "attention",
        words: `Running elsewhere: ${counted(bureau.open_loans, "loan")}, ${naira(bureau.total_balance_kobo)} still to pay.`,
      }
    : { name: "bureau", outcome: "passed", words: "No running or overdue loan is known to the bureau." };
}

/** Every check, and the worst of them as the outcome. */
export function runChecks(evidence: Evidence): { outcome: Outcome; checks: Check[] } {
  const blacklist: Check = {
    name: "blacklist",
    outcome: evidence.is_blacklisted ? "failed" : "passed",
    words: evidence.is_blacklisted ? "The person is on our blacklist." : "The person is not on our blacklist.",
  };
  const checks = [
    identityCheck(evidence),
    blacklist,
    accountCheck(evidence),
    ...statementChecks(evidence),
    bureauCheck(evidence),
  ];
  const outcome =
    (["failed", "attention"] as const).find((word) => checks.some((check) => check.outcome === word)) ?? "passed";
  return { outcome, checks };
}
