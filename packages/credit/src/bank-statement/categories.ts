/** What a narration is about: words that Nigerian banks and lenders use. A reviewed list, in one place. */

export type Category = "salary" | "loan_inflow" | "loan_repayment" | "bounced_debit" | "gambling" | "rent" | "reversal" | "bank_charge";

const LENDERS = "renmoney|carbon|paylater|fairmoney|branch international|branch loan|palmcredit|aella|okash|quickcheck|migo|kiakia|lendsqr|specta|page financials|zedvance|creditville|fastcredit|rosabon|newcredit|easemoni|lidya|loan";

const WORDS: Record<Category, RegExp> = {
  gambling: /\b(bet9ja|sporty ?bet|bet ?king|1x ?bet|nairabet|betway|merrybet|bangbet|msport|22bet|betano|betpawa|ilot ?bet|livescore ?bet|baba ?ijebu|naijabet|betting|casino|lotto|lottery)\b/i,
  bounced_debit: /\b(insufficient funds?|insuff(?:icient)? (?:bal|balance)|unpaid (?:cheque|item|debit)|returned (?:cheque|item|debit|unpaid)|dishonou?red|bounced|rtd (?:chq|cheque)|dud cheque|failed (?:direct )?debit|nsf)\b/i,
  reversal: /\b(reversal|reversed|rvsl|rev(?=[ /:-]))\b/i,
  loan_repayment: new RegExp(`\\b(?:loan (?:re)?payment|loan repay|repayment|loan instal(?:l)?ment|loan recovery|principal repayment|direct debit (?:loan|mandate)|${LENDERS})\\b`, "i"),
  loan_inflow: new RegExp(`\\b(?:loan disbursement|disbursement|loan credit|loan proceeds|payday advance|salary advance|${LENDERS})\\b`, "i"),
  salary: /\b(salary|salaries|sal(?=[ /:.-])|payroll|wages?|monthly pay|staff pay|net pay|remuneration)\b/i,
  rent: /\b(house rent|rent|landlord|tenancy|caution fee)\b/i,
  bank_charge: /\b(sms (?:alert )?charges?|sms alert|stamp duty|emtl|electronic money transfer levy|vat|account maintenance|card maintenance|cot|nip charge|transfer (?:fee|charge)s?)\b/i,
};

const OF_MONEY_IN: readonly Category[] = ["reversal", "salary", "loan_inflow", "gambling"];
const OF_MONEY_OUT: readonly Category[] = ["bounced_debit", "gambling", "bank_charge", "loan_repayment", "rent", "reversal"];

/** The first category that fits; a salary advance is a loan, a bounced debit is recognised on either side. */
export function categoryOf(narration: string, amount_kobo: bigint): Category | null {
  if (WORDS.bounced_debit.test(narration)) return "bounced_debit";
  if (amount_kobo > 0n && /\b(?:salary|payday) advance\b/i.test(narration)) return "loan_inflow";
  const order = amount_kobo >= 0n ? OF_MONEY_IN : OF_MONEY_OUT;
  return order.find((category) => WORDS[category].test(narration)) ?? null;
}

const MONTH_WORDS = /\b(jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sept?(ember)?|oct(ober)?|nov(ember)?|dec(ember)?)\b/g;
const EMPTY_WORDS = /\b(trf|transfer|nip|nibss|neft|from|frm|to|for|via|payment|pymt|credit|cr|ref|mobile|web|ussd|inward|inflow|the|of|and|b\/?o|ifo|o)\b/g;

/** Who is behind a narration: what stays when months, numbers and banking words are taken out. */
export function counterpartyOf(narration: string): string {
  const words = narration.toLowerCase().replace(/[^a-z\s/]/g, " ").replaceAll("/", " ").replace(MONTH_WORDS, " ").replace(EMPTY_WORDS, " ");
  return words.split(/\s+/).filter((word) => word.length > 1).slice(0, 4).join(" ");
}
