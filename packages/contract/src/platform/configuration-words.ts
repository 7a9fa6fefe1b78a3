/** The values of the configuration as people say them: name, unit, meaning with the place of use, in groups. No zod: the browser reads it. */

export interface ConfigurationWords {
  label: string;
  /** What a plain number counts. */
  unit?: string;
  /** What it decides, and where. */
  use: string;
  /** What a choice is called. */
  choices?: Readonly<Record<string, string>>;
}

const words = (label: string, use: string, unit?: string): ConfigurationWords => ({
  label,
  use,
  ...(unit && { unit }),
});

/** Groups in the order of the screen. */
export const configurationGroups: Readonly<Record<string, Readonly<Record<string, ConfigurationWords>>>> = {
  "Who we are": {
    provider_address: words("Address", "Shown in letters and on the help page."),
    provider_licence: words("Licence", "Shown in letters and on the help page."),
    provider_signatory: words("Who signs", "Name and office, in offers of loans; empty for none by name."),
    announcement: words("Announcement", "A line at the top of every page; empty for none."),
  },
  "Help and complaints": {
    support_phone: words("Phone", "Whom customers call: help page, letters, messages."),
    support_whatsapp: words("WhatsApp", "Where customers write: help page and messages."),
    support_email: words("E-mail", "Where customers write: help page, terms, letters."),
    support_hours: words("Hours", "When the phone is answered, beside the number."),
    complaint_days: words("Time for a complaint", "The clock of every complaint.", "days"),
    complaint_beyond: words("Who to turn to after us", "Said on the help page, where complaints are made."),
  },
  "Plans of companies": {
    plan_remind_days: words("Reminder before a plan ends", "A mail to the company’s administrators.", "days"),
    plan_grace_days: words(
      "Grace of an unpaid plan",
      "How long it holds after its last paid day; then it lapses.",
      "days",
    ),
  },
  Applications: {
    minimum_age_years: words("Youngest customer", "Checked when a BVN or NIN is verified.", "years"),
    instant_approval_minimum_salary_kobo: words(
      "Salary for instant approval",
      "From this monthly salary a request is marked for it, among the credit decisions.",
    ),
    high_end_salary_kobo: words("High-end salary", "From this monthly salary a person is in the queue High-end Users."),
    document_request_days: words("A request for papers is open", "How long its link works.", "days"),
    review_working_days: words("A person looks within", "What the rules refer to one, holidays apart.", "working days"),
    appeal_pause_days: words("Pause between appeals", "Counted from a declined appeal.", "days"),
  },
  "Money recorded by hand": {
    recorded_alone_by_one_kobo: words(
      "Alone, by one colleague",
      "In 30 days, without a second person, in Receive and Settle; ₦0 for never.",
    ),
    recorded_alone_on_loan_kobo: words("Alone, on one loan", "In 30 days, without a second person; ₦0 for never."),
    recorded_alone_for_person_kobo: words(
      "Alone, for one customer",
      "In 30 days, without a second person; ₦0 for never.",
    ),
  },
  "The bank’s statements": {
    partner_bank_prefix: words(
      "Account numbers of wallets begin with",
      "The three digits that the partner bank gave us. Numbers that were given out keep theirs.",
    ),
    own_bank_account: words(
      "Our account",
      "Bank code/account number, as 011/0000014579: only its statements are taken in Reconciliation.",
    ),
    difference_alone_kobo: words(
      "Difference named by one person",
      "Up to this in Reconciliation; above it a second person agrees.",
    ),
    difference_tolerance_kobo: words("Difference booked by itself", "Up to this in Reconciliation; ₦0 for never."),
    difference_tolerance_account: {
      ...words("Account for such a difference", "The account of the books."),
      choices: { bank_charges: "Bank charges", provider_charges: "What providers charge", rounding: "Rounding" },
    },
    difference_tolerance_from: words("Booked by itself from", "For lines that the bank booked on this day or later."),
  },
  Companies: {
    line_suggested_percent: words(
      "Line that is suggested",
      "Of what comes into a company's wallet in a month, among the companies' credit applications.",
      "%",
    ),
    line_offer_days: words("Time to sign a line", "From its offer, for both signatories.", "days"),
    deduction_lead_days: words("Deduction file made", "So long before an employer's pay day.", "days"),
    deduction_grace_days: words(
      "Time for an employer to pay",
      "After its pay day; until then no card is debited.",
      "days",
    ),
    deduction_shield_days: words(
      "Shield of what was kept back",
      "After the pay day; until then what an employer kept back and has not paid costs its people no penalty and no debit.",
      "days",
    ),
    deduction_salary_share_percent: words("Most of a salary deducted", "Of the monthly salary, in one file.", "%"),
    line_minimum_percent: words(
      "Minimum of a line",
      "Of what is drawn, with each statement; beside interest, penalties and what is overdue.",
      "%",
    ),
    line_minimum_kobo: words("Least minimum of a line", "Where more than this is owed."),
    line_due_days: words("Time to pay a line’s minimum", "From its statement on the last day of a month.", "days"),
    line_remind_days: words("Reminder of a line’s minimum", "Before the day on which it is due.", "days"),
    line_grace_days: words("Grace of a line’s minimum", "After that day, before a penalty.", "days"),
    line_penalty_percent: words(
      "Penalty on a line",
      "Of what is overdue; at most 1 % for each month that has begun.",
      "%",
    ),
    direct_assignment_kobo: words(
      "Money for an employee, by one person",
      "Less than this in a day, to each; from it the company's second person agrees, unless its own chain says otherwise.",
    ),
    alone_power_hours: words(
      "Time until new power begins",
      "Where a company's only administrator gave it; from joining. Until then this person asks for nothing and agrees to nothing.",
      "hours",
    ),
    new_beneficiary_hours: words(
      "A new account is paid little for",
      "From when its company's chain agreed to it.",
      "hours",
    ),
    new_beneficiary_kobo: words("At most to a new account", "In all, in that time."),
  },
  Transfers: {
    transfer_small_kobo: words("A small transfer", "Up to this; what is above has the middle fee."),
    transfer_large_kobo: words("A large transfer", "Above this."),
    transfer_fee_small_kobo: words("Fee of a small transfer", "To a bank, before VAT."),
    transfer_fee_middle_kobo: words("Fee of a middle transfer", "To a bank, before VAT."),
    transfer_fee_large_kobo: words("Fee of a large transfer", "To a bank, before VAT."),
    transfer_price_small_kobo: words(
      "Our price of a small transfer",
      "What the provider takes from us where its answer does not say.",
    ),
    transfer_price_middle_kobo: words("Our price of a middle transfer", "The same."),
    transfer_price_large_kobo: words("Our price of a large transfer", "The same."),
    transfer_fee_vat_percent: words("VAT on the fee of a transfer", "Of the fee.", "%"),
    stamp_duty_from_kobo: words(
      "Stamp duty from",
      "Of a transfer to somebody else; salaries and own accounts are exempt.",
    ),
    stamp_duty_kobo: words("Stamp duty", "Of each such transfer, paid by its sender."),
    transfer_step_up_kobo: words("A transfer is confirmed from", "Its sender shows again who they are."),
    transfer_repeat_minutes: words("The same transfer again", "Asks whether it is meant, for so long.", "minutes"),
    batch_repeat_days: words(
      "The same payment in a batch",
      "A batch asks whether a payment of the last days is meant again, and knows a file that is brought again.",
      "days",
    ),
    transfer_review_minutes: words(
      "A transfer is compared with the time before",
      "What a person did in it decides whether a colleague looks at the transfer.",
      "minutes",
    ),
    transfer_review_payees: words("New payees without a look", "With more in that time, a colleague looks."),
    transfer_review_from_kobo: words("Money in and out again, from", "What came in within that time."),
    transfer_review_share_percent: words("Money in and out again, share", "Of what came in.", "%"),
    transfers_daily_kobo: words(
      "Leaves for banks in a day over all wallets",
      "Beyond it a colleague looks at each further transfer.",
    ),
    channel_online_person_kobo: words("A person: sent while signed in, in a day", "At most; 0 sets no limit."),
    channel_file_person_kobo: words("A person: bought for a list of numbers, in a day", "At most; 0 sets no limit."),
    channel_planned_person_kobo: words("A person: sent as planned, in a day", "At most; 0 sets no limit."),
    channel_online_company_kobo: words("A company: sent while signed in, in a day", "At most; 0 sets no limit."),
    channel_file_company_kobo: words("A company: sent as a file, in a day", "At most; 0 sets no limit."),
    channel_planned_company_kobo: words("A company: sent as planned, in a day", "At most; 0 sets no limit."),
    transfer_review_failures: words("Failed transfers before a look", "This number of them in that time."),
    company_review_payees: words("A company: new payees without a look", "With more in that time, a colleague looks."),
    company_review_from_kobo: words("A company: money in and out again, from", "What came in within that time."),
    company_review_failures: words("A company: failed transfers before a look", "This number of them in that time."),
    batch_review_payees: words("A batch: new accounts without a look", "With more, a colleague looks at the batch."),
    standing_order_retry_hours: words(
      "A standing order is tried again that day",
      "So long after it could not be paid.",
      "hours",
    ),
    standing_order_retry_days: words(
      "A standing order is tried again on days after",
      "Before its date is skipped.",
      "days",
    ),
    standing_order_pause_after: words(
      "A standing order is paused",
      "After this number of skipped dates in a row.",
      "dates",
    ),
    declared_holidays: words(
      "Public holidays that were declared",
      "Beside those of the Act: days as 2027-05-17, with commas between.",
    ),
  },
  Cards: {
    card_limit_second_person_kobo: words(
      "Credit on cards, approved by one person",
      "All cards of one holder together. Above it a second person agrees.",
    ),
    card_fee_physical_kobo: words("Fee of a physical card", "Before VAT, from its owner's wallet; ₦0 for none."),
    card_fee_virtual_kobo: words("Fee of a virtual card", "Before VAT, from its owner's wallet; ₦0 for none."),
    card_fee_vat_percent: words("VAT on the fee of a card", "Of the fee.", "%"),
    card_renewal_days: words("A card is renewed", "So long before it runs out.", "days"),
    cards_per_holder: words("Cards of one person", "At a time, of a company and of their own each.", "cards"),
    card_cash_machine_day_kobo: words("Cash from machines a day", "By card, a person. The national limit."),
    card_cash_week_person_kobo: words("Cash a week, a person", "With all their cards, in all ways: a national limit."),
    card_cash_week_company_kobo: words("Cash a week, a company", "With all its cards, in all ways: a national limit."),
    card_safety_limit_kobo: words("Safety limit at the issuer", "The most in one payment, whatever we answer."),
  },
  Bills: {
    bill_airtime_minimum_kobo: words("Least airtime", "At once."),
    bill_airtime_maximum_kobo: words("Most airtime", "At once."),
    bill_airtime_an_hour: words("Airtime of one person", "At most in an hour.", "times"),
    bill_maximum_kobo: words("Most for one bill", "Of any other kind."),
    wallet_limit_by_one_kobo: words("A company's limit by one colleague", "Above this a second person agrees."),
    betting_daily_kobo: words("Betting of one person", "At most in a day."),
    betting_raise_hours: words("A higher betting limit waits", "Before a person's own limit rises.", "hours"),
    bill_same_within_minutes: words("The same again is asked about", "Same payee, same amount, within.", "minutes"),
    bill_fee_vat_percent: words("VAT on the fee of a bill", "Of the fee.", "%"),
    bill_pending_hours: words("A bill without an answer is paid back", "By itself, after at most a day.", "hours"),
    bill_float_low_kobo: words("A provider's float is low", "Below this the desk is notified."),
    bill_report_days: words(
      "A bill is looked at after",
      "When no report of its provider has named it by then.",
      "days",
    ),
  },
  Refunds: {
    refund_alone_kobo: words("Refunded by one colleague", "In thirty days, and to one payer."),
    refund_claim_days: words("A payment can be claimed about", "By its payer, after it was paid.", "days"),
    refund_claim_hours: words("A claim is answered", "Then it is late on the desk.", "hours"),
    bills_cheapest_first: words(
      "Bills: the cheaper provider is asked first",
      "1 for yes; 0 for the order that colleagues set. Whose float is low comes last.",
    ),
    failed_airtime_hours: words(
      "A claim that airtime or data has not arrived is answered",
      "At most a day: draft framework of CBN and NCC, 2026-02-05.",
      "hours",
    ),
    not_me_hours: words(
      "A claim that somebody else made a payment is answered",
      "At most 48: draft rules of pushed-payment fraud.",
      "hours",
    ),
    failed_value_hours: words("A claim that a transfer has not arrived is answered", "Sooner than others.", "hours"),
    transfer_pending_hours: words("A transfer that the bank does not know is paid back", "By itself.", "hours"),
  },
  Messages: {
    quiet_hours_from: words("Quiet from", "No SMS and no push after this hour in Lagos.", "o’clock"),
    quiet_hours_to: words("Quiet until", "They go out from this hour on.", "o’clock"),
    marketing_messages_a_week: words("Offers to one person", "At most in seven days, in Communications.", "messages"),
    failures_until_suppressed: words(
      "Failures until we stop writing",
      "In a row, to one number or address, for a passing reason.",
      "messages",
    ),
  },
  "How long things are kept": {
    retention_unfinished_days: words("Unfinished sign-ups", "Then erased, see Data Retention.", "days"),
    retention_message_days: words("Log of messages", "Then removed, see Data Retention.", "days"),
  },
  "Rewards, cards and debits": {
    sales_target_a_month: words(
      "Customers that a sales agent brings",
      "The target on the home of sales agents, each month.",
      "customers",
    ),
    referral_reward_kobo: words(
      "Reward for bringing somebody",
      "Paid when they are paid out a first loan: Share And Earn.",
    ),
    referred_reward_kobo: words(
      "Reward for having been brought",
      "Into their reward wallet, with their first loan; ₦0 for none.",
    ),
    reward_days: words("A reward can be redeemed for", "Then what is left of it expires.", "days"),
    reward_remind_days: words("Reminder before a reward expires", "Once for each reward; 0 for none.", "days"),
    card_line_rate_percent: words(
      "Interest of a new credit card",
      "A year, on what is drawn; cards that were made keep theirs.",
      "%",
    ),
    secure_deposit_minimum_kobo: words(
      "Deposit of a secure card, at least",
      "What a person pays in; the card spends as much.",
    ),
    secure_deposit_maximum_kobo: words(
      "Deposit of a secure card, at most",
      "What a person pays in; the card spends as much.",
    ),
    secure_return_days: words(
      "A deposit goes back after",
      "From the day on which its card was closed: shops may still collect what was paid before.",
      "days",
    ),
    card_settlement_days: words(
      "A card payment is looked at after",
      "When the issuer's settlement has not named it by then.",
      "days",
    ),
    card_float_low_kobo: words("Our account with the issuer is low", "Below this the reconcilers are notified."),
    card_float_low_cents: words("The same of our dollars", "In cents."),
    card_dispute_days: words("A card payment can be disputed for", "From the day on which the shop took it.", "days"),
    card_dispute_own_machine_hours: words(
      "Clock of a dispute, our own machine",
      "Until the holder has the money or an answer.",
      "hours",
    ),
    card_dispute_machine_hours: words(
      "Clock of a dispute, other machines",
      "Until the holder has the money or an answer.",
      "hours",
    ),
    card_dispute_shop_hours: words(
      "Clock of a dispute, shops and internet",
      "Until the holder has the money or an answer.",
      "hours",
    ),
    card_dispute_alone_kobo: words("Provisional credit by one colleague", "In thirty days, and to one holder."),
    card_dispute_alone_cents: words("The same of a dollar card", "In cents."),
    card_own_machines: words("Our own cash machines", "How their name begins in payments; empty where we have none."),
    cash_transfer_approval_kobo: words(
      "Sent from a cash wallet without approval",
      "In a day, by one person; what goes beyond it awaits approval under Cash Transactions.",
    ),
    cash_limit_by_one_kobo: words(
      "A cash limit that one colleague gives",
      "A higher one needs a second person: Cash Limit Requests.",
    ),
    card_setup_kobo: words("Charge that proves a new card", "Becomes the person’s credit."),
    collection_daily_attempts: words("Debits on consecutive days", "Then they become weekly.", "attempts"),
  },
};

const all: ReadonlyMap<string, ConfigurationWords> = new Map(
  Object.values(configurationGroups).flatMap((group) => Object.entries(group)),
);

/** A value's words; an unknown key is its own name. */
export const configurationWords = (key: string): ConfigurationWords => all.get(key) ?? { label: key, use: "" };
