/** What a movement is about, by the words that Nigerian banks, lenders and betting houses print. */
import type { StatementTransaction } from "./types.ts";

export type Category =
  | "bounced_debit"
  | "gambling"
  | "loan_inflow"
  | "loan_repayment"
  | "rent"
  | "reversal"
  | "salary_word"
  | "none";

const BOUNCED =
  /\b(return(ed)?|dishonou?red|bounced|unpaid|failed|dud)\b.{0,20}\b(cheques?|chq|debit|mandate|item|direct debit)\b|\b(cheque|chq|direct debit|mandate)\b.{0,20}\b(return(ed)?|dishonou?red|bounced|unpaid|failed)\b|insuff(icient)? (funds?|bal(ance)?)|\bnsf\b/i;
const GAMBLING =
  /\b(bet9ja|betnaija|sporty ?bet|1x ?bet|bet ?king|naira ?bet|bet ?way|msport|22bet|pari ?match|bang ?bet|naija ?bet|merry ?bet|baba ijebu|sure ?bet|livescore ?bet|betano|frapapa|access ?bet|ilot ?bet|melbet|betbonanza|lotto|lottery|casino|betting|sports ?bet)\b/i;
/** Houses that only lend; banks and wallets that also lend (Carbon, FairMoney, Branch) need a loan's word beside their name. */
const LENDERS =
  /\b(renmoney|palm ?credit|okash|quick ?check|page financials?|zedvance|credit ?ville|kiakia|aella|specta|sokoloan|lcredit|newcredit|newedge finance|easemoni|xcredit|lendsqr|credit direct|p2vest|irorun|fast ?credit|rosabon|quick ?credit|payday ?loan)\b/i;
const LOAN_WORDS = /\b(loans?|disbursements?|salary advance|payday advance|overdraft facility|credit facility)\b/i;
const REPAYMENT_WORDS = /\b(repay(ment)?s?|install?ment|liquidation|recovery)\b/i;
const RENT = /\b(house rent|rent|landlord|landlady|tenancy|caution fee)\b/i;
const NOT_RENT = /\b(car|vehicle|equipment|chairs?|canopy|hall)\b/i;
const REVERSAL = /\b(reversal|reversed|rvsl|rev|refund(ed)?)\b/i;
const SALARY = /\b(salar(y|ies)|payroll|wages?|stipend|remuneration|monthly pay|net pay|sal(?=[ /:-]))\b/i;

/** The one category that explains a movement best; money in and out are distinguished. */
export function categoryOf({
  narration,
  amount_kobo,
}: Pick<StatementTransaction, "narration" | "amount_kobo">): Category {
  // Banks join words with all sorts of marks; underscores would hide the edge of a word.
  const words = narration.replaceAll("_", " ");
  const isOut = amount_kobo < 0n;
  if (BOUNCED.test(words)) return "bounced_debit";
  if (GAMBLING.test(words)) return "gambling";
  if (!isOut && REVERSAL.test(words)) return "reversal";
  const isLending = LOAN_WORDS.test(words) || LENDERS.test(words);
  if (isOut && (isLending || /\brepayment\b/i.test(words))) return "loan_repayment";
  if (!isOut && isLending && !REPAYMENT_WORDS.test(words)) return "loan_inflow";
  if (isOut && RENT.test(words) && !NOT_RENT.test(words)) return "rent";
  return !isOut && SALARY.test(words) ? "salary_word" : "none";
}

const MONTH_NAMES =
  /^(jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sept?(ember)?|oct(ober)?|nov(ember)?|dec(ember)?)$/;
const FILLERS = new Set([
  "transfer",
  "trf",
  "trsf",
  "from",
  "to",
  "nip",
  "nibss",
  "neft",
  "rtgs",
  "via",
  "mob",
  "mobile",
  "ussd",
  "web",
  "ft",
  "frm",
  "credit",
  "cr",
  "payment",
  "pymt",
  "for",
  "the",
  "of",
  "ref",
  "inward",
  "inflow",
  "and",
  "by",
  "b",
  "o",
  "month",
  "being",
]);

/** The payer, as far as a narration shows: its first words without numbers, months and the bank's own words. Empty when nothing is left. */
export function payerOf(narration: string): string {
  const words = narration
    .toLowerCase()
    .split(/[^a-z0-9&]+/)
    .filter((word) => word !== "" && !/\d/.test(word) && !MONTH_NAMES.test(word) && !FILLERS.has(word));
  return words.slice(0, 4).join(" ");
}
