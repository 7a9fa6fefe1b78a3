/** The chart of accounts, whole. Accounts with an owner are opened when they are first needed. */
import { type AccountType, type Queryable, openAccount } from "@manilla/ledger";

interface ChartLine {
  name: string;
  type: AccountType;
  /** The provider's own account, part of everything: no stored balance, no lock. */
  hot?: true;
  /** One account for each loan, person, company or card; the code is `line:id`. */
  owner?: "loan" | "user" | "company" | "card";
  /** What is promised and not owed: outside the totals, where its pair is. */
  is_memorandum?: true;
  /** It may never fall below this natural balance. */
  floor_kobo?: bigint;
  /** Of dollars, in cents; naira by default. */
  currency?: "USD";
}

export const chart = {
  bank_operating: { name: "Bank: operating account", type: "asset", hot: true },
  card_settlement: { name: "Card collections due from the payment provider", type: "asset", hot: true },
  receipts_awaiting_bank: { name: "Receipts awaiting the bank", type: "asset", hot: true },
  payouts_to_be_returned: { name: "Payouts to be returned", type: "asset", hot: true },
  partner_receivables: { name: "Due from partners that fund cards", type: "asset", hot: true },
  loan_principal: { name: "Loans: principal", type: "asset", owner: "loan", floor_kobo: 0n },
  loan_interest: { name: "Loans: interest receivable", type: "asset", owner: "loan" },
  loan_fees: { name: "Loans: fees receivable", type: "asset", owner: "loan", floor_kobo: 0n },
  loan_penalty: { name: "Loans: penalties receivable", type: "asset", owner: "loan", floor_kobo: 0n },
  loss_allowance: { name: "Allowance for loan losses", type: "asset", hot: true },
  payouts_in_transit: { name: "Payouts on their way", type: "liability", hot: true },
  transfers_in_transit: { name: "Transfers on their way", type: "liability", hot: true },
  stamp_duty_payable: { name: "Stamp duty payable", type: "liability", hot: true },
  unidentified_receipts: { name: "Receipts that nobody has claimed", type: "liability", hot: true },
  held_receipts: { name: "Receipts held for wallets that may not take them", type: "liability", hot: true },
  customer_credit: { name: "Customers' credit balances", type: "liability", owner: "user", floor_kobo: 0n },
  referral_wallet: { name: "Referral wallets", type: "liability", owner: "user", floor_kobo: 0n },
  reward_wallet: { name: "Reward wallets", type: "liability", owner: "user", floor_kobo: 0n },
  cash_wallet: { name: "Cash wallets", type: "liability", owner: "user", floor_kobo: 0n },
  line_principal: { name: "Company lines: principal", type: "asset", owner: "company", floor_kobo: 0n },
  line_interest: { name: "Company lines: interest receivable", type: "asset", owner: "company", floor_kobo: 0n },
  line_penalty: { name: "Company lines: penalties receivable", type: "asset", owner: "company", floor_kobo: 0n },
  card_interest: { name: "Credit cards: interest receivable", type: "asset", owner: "card", floor_kobo: 0n },
  card_penalty: { name: "Credit cards: penalties receivable", type: "asset", owner: "card", floor_kobo: 0n },
  partner_funding: { name: "Credit cards: paid for by partners", type: "liability", owner: "card", floor_kobo: 0n },
  secure_deposit: { name: "Deposits of secure cards", type: "liability", owner: "card", floor_kobo: 0n },
  committed_lines: { name: "Lines granted and not drawn", type: "asset", hot: true, is_memorandum: true },
  undrawn_line: {
    name: "Lines that may still be drawn",
    type: "liability",
    owner: "company",
    floor_kobo: 0n,
    is_memorandum: true,
  },
  card_receivable: { name: "Credit cards: principal", type: "asset", owner: "card", floor_kobo: 0n },
  card_overdrawn: { name: "Cards: taken beyond what was there", type: "asset", owner: "card", floor_kobo: 0n },
  issuer_settlement: { name: "Card payments owed to the issuer", type: "liability", hot: true },
  issuer_float: { name: "Our account with the issuer of cards", type: "asset", hot: true },
  // One account for each side of what was exchanged: together they are what the house won or lost with the rate.
  fx_position: { name: "Currency position: naira", type: "asset", hot: true },
  fx_position_usd: { name: "Currency position: dollars", type: "asset", hot: true, currency: "USD" },
  dollar_purse: {
    name: "Dollars of people's cards",
    type: "liability",
    owner: "user",
    floor_kobo: 0n,
    currency: "USD",
  },
  dollar_overdrawn: {
    name: "Dollar cards: taken beyond what was there",
    type: "asset",
    owner: "card",
    floor_kobo: 0n,
    currency: "USD",
  },
  issuer_settlement_usd: { name: "Dollar payments owed to the issuer", type: "liability", hot: true, currency: "USD" },
  issuer_float_usd: { name: "Our dollars with the issuer of cards", type: "asset", hot: true, currency: "USD" },
  bills_in_transit: { name: "Bills on their way", type: "liability", hot: true },
  biller_float_baxi: { name: "Our float at Baxi", type: "asset", hot: true },
  biller_float_flutterwave: { name: "Our float at Flutterwave", type: "asset", hot: true },
  claims_on_providers: { name: "Claims on providers of bills", type: "asset", hot: true },
  claim_credits: { name: "Transfers under a claim: credited and not decided", type: "asset", hot: true },
  dispute_claims: { name: "Card disputes: credited and not decided", type: "asset", hot: true },
  dispute_claims_usd: {
    name: "Dollar card disputes: credited and not decided",
    type: "asset",
    hot: true,
    currency: "USD",
  },
  company_wallet: { name: "Company wallets", type: "liability", owner: "company", floor_kobo: 0n },
  purse: { name: "Purses of companies' people", type: "liability", owner: "user", floor_kobo: 0n },
  deductions_clearing: { name: "Salary deductions not yet given to loans", type: "liability", hot: true },
  interest_suspense: { name: "Interest in suspense", type: "liability", hot: true },
  vat_payable: { name: "VAT payable", type: "liability", hot: true },
  provider_charges_due: { name: "Charges of providers not yet taken", type: "liability", hot: true },
  plans_prepaid: { name: "Company plans paid before they begin", type: "liability", hot: true },
  capital: { name: "Capital", type: "equity", hot: true },
  opening_balances: { name: "Opening balances of imported loans", type: "equity", hot: true },
  interest_income: { name: "Interest income", type: "income", hot: true },
  fee_income: { name: "Fee income", type: "income", hot: true },
  penalty_income: { name: "Penalty income", type: "income", hot: true },
  payment_fee_income: { name: "Fees of transfers and bills", type: "income", hot: true },
  card_fee_income: { name: "Card fee income", type: "income", hot: true },
  bill_commission: { name: "Commission on bills", type: "income", hot: true },
  fx_income: { name: "Margin on exchanged dollars", type: "income", hot: true },
  interchange_income_usd: { name: "Interchange in dollars", type: "income", hot: true, currency: "USD" },
  interchange_income: { name: "Interchange", type: "income", hot: true },
  recovery_income: { name: "Recoveries of written-off loans", type: "income", hot: true },
  referral_expense: { name: "Referral rewards", type: "expense", hot: true },
  refund_losses: { name: "Refunds that were lost", type: "expense", hot: true },
  cashback_expense: { name: "Rewards given", type: "expense", hot: true },
  dispute_losses: { name: "Card disputes that were lost", type: "expense", hot: true },
  dispute_losses_usd: { name: "Dollar card disputes that were lost", type: "expense", hot: true, currency: "USD" },
  card_losses_usd: { name: "Dollars that cards took and nobody pays", type: "expense", hot: true, currency: "USD" },
  loan_impairment: { name: "Impairment of loans", type: "expense", hot: true },
  loan_losses: { name: "Loan losses", type: "expense", hot: true },
  plan_income: { name: "Company plan income", type: "income", hot: true },
  partner_interest: { name: "Interest passed on to partners", type: "expense", hot: true },
  provider_charges: { name: "What providers charge", type: "expense", hot: true },
  bank_charges: { name: "Bank charges", type: "expense", hot: true },
  provider_charges_usd: { name: "What the issuer charges in dollars", type: "expense", hot: true, currency: "USD" },
  rounding: { name: "Reconciliation differences", type: "expense", hot: true },
  rounding_usd: { name: "Reconciliation differences in dollars", type: "expense", hot: true, currency: "USD" },
} as const satisfies Record<string, ChartLine>;

/** Where money waits until the bank's statement shows it. */
export type Holder = "card_settlement" | "receipts_awaiting_bank" | "payouts_to_be_returned" | "partner_receivables";
export const isHeld = (source: string | null): source is Holder =>
  source === "card_settlement" ||
  source === "receipts_awaiting_bank" ||
  source === "payouts_to_be_returned" ||
  source === "partner_receivables";

export type ChartCode = keyof typeof chart;
type OwnedCode = { [Code in ChartCode]: (typeof chart)[Code] extends { owner: string } ? Code : never }[ChartCode];

/** The code of an owner's account. */
export const accountOf = (line: OwnedCode, owner_id: string): string => `${line}:${owner_id}`;

/** Opens the provider's own accounts; safe to run at every start. */
export async function openProviderAccounts(db: Queryable): Promise<void> {
  for (const [code, line] of Object.entries(chart) as [ChartCode, ChartLine][]) {
    if (!line.owner)
      await openAccount(db, {
        code,
        name: line.name,
        type: line.type,
        currency: line.currency ?? "NGN",
        hot: line.hot ?? false,
      });
  }
}

/** Opens the accounts of one loan, and with `user_id` the one of its borrower's credit. */
export async function openLoanAccounts(db: Queryable, loan_id: string, user_id?: string): Promise<void> {
  for (const code of ["loan_principal", "loan_interest", "loan_fees", "loan_penalty"] as const)
    await openOwned(db, code, loan_id);
  if (user_id) await openOwned(db, "customer_credit", user_id);
}

export const isMemorandum = (code: string): boolean =>
  code in chart && ((chart as Record<string, ChartLine>)[code]?.is_memorandum ?? false);

/** Opens one owner's account and answers its code. @param owner where it is another than the line's: an employee's part of a line */
export async function openOwned(
  db: Queryable,
  line: OwnedCode,
  owner_id: string,
  owner?: ChartLine["owner"],
): Promise<string> {
  const declared: ChartLine = chart[line];
  const code = accountOf(line, owner_id);
  await openAccount(db, {
    code,
    chart_code: line,
    name: declared.name,
    type: declared.type,
    currency: declared.currency ?? "NGN",
    owner_type: owner ?? declared.owner ?? "",
    owner_id,
    ...(declared.floor_kobo !== undefined && { floor_kobo: declared.floor_kobo }),
  });
  return code;
}
