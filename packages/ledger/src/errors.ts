/** Base of everything the ledger refuses. `reason` is stable and fit for a machine; the data is in the subclass. */
export class LedgerError extends Error {
  readonly reason: string;
  constructor(reason: string, message: string) {
    super(message);
    this.name = new.target.name;
    this.reason = reason;
  }
}

/** The posting or hold would leave less than the account's floor. Amounts are natural kobo. */
export class InsufficientFunds extends LedgerError {
  readonly account_id: string;
  readonly available_kobo: bigint;
  readonly asked_kobo: bigint;
  readonly floor_kobo: bigint;
  constructor(data: { account_id: string; available_kobo: bigint; asked_kobo: bigint; floor_kobo: bigint }) {
    super(
      "insufficient_funds",
      `Account ${data.account_id} has ${data.available_kobo} available, ${data.asked_kobo} was asked, the floor is ${data.floor_kobo}.`,
    );
    this.account_id = data.account_id;
    this.available_kobo = data.available_kobo;
    this.asked_kobo = data.asked_kobo;
    this.floor_kobo = data.floor_kobo;
  }
}

/** The idempotency key was used before for something else. `first_id` is what it was used for (a transaction or hold). */
export class DuplicateKeyWithOtherBody extends LedgerError {
  readonly key: string;
  readonly first_id: string;
  constructor(data: { key: string; first_id: string }) {
    super("duplicate_key_with_other_body", `The key ${data.key} was used before with another body.`);
    this.key = data.key;
    this.first_id = data.first_id;
  }
}

/** It was posted before under the same key; a statement whose answer nobody reads had to be the first. */
export class AlreadyPosted extends LedgerError {
  readonly key: string;
  constructor(key: string) {
    super("already_posted", `Under the key ${key} this was posted before.`);
    this.key = key;
  }
}

/** Debits and credits differ in a currency. */
export class UnbalancedTransaction extends LedgerError {
  readonly currency: string;
  readonly difference_kobo: bigint;
  constructor(data: { currency: string; difference_kobo: bigint }) {
    super("unbalanced", `The postings in ${data.currency} differ by ${data.difference_kobo}.`);
    this.currency = data.currency;
    this.difference_kobo = data.difference_kobo;
  }
}

/** No account of that id or code (for a hold also: the account is hot and keeps no balance). */
export class UnknownAccount extends LedgerError {
  readonly account: string;
  constructor(data: { account: string }) {
    super("unknown_account", `There is no account ${data.account}.`);
    this.account = data.account;
  }
}

/** A posting names another currency than its account's. */
export class CurrencyMismatch extends LedgerError {
  readonly account_id: string;
  readonly account_currency: string;
  readonly currency: string;
  constructor(data: { account_id: string; account_currency: string; currency: string }) {
    super(
      "currency_mismatch",
      `Account ${data.account_id} is in ${data.account_currency}, the posting in ${data.currency}.`,
    );
    this.account_id = data.account_id;
    this.account_currency = data.account_currency;
    this.currency = data.currency;
  }
}

/** The code is taken by an account of other terms (type, currency, owner, floor, hot). */
export class AccountHasOtherTerms extends LedgerError {
  readonly account_id: string;
  readonly field: string;
  constructor(data: { account_id: string; field: string }) {
    super("account_has_other_terms", `Account ${data.account_id} exists with another ${data.field}.`);
    this.account_id = data.account_id;
    this.field = data.field;
  }
}

/** There is no transaction of that id. */
export class UnknownTransaction extends LedgerError {
  readonly transaction_id: string;
  constructor(data: { transaction_id: string }) {
    super("unknown_transaction", `There is no transaction ${data.transaction_id}.`);
    this.transaction_id = data.transaction_id;
  }
}

/** The transaction was reversed before, under another key. */
export class AlreadyReversed extends LedgerError {
  readonly reversal_id: string;
  constructor(data: { reversal_id: string }) {
    super("already_reversed", `The transaction was reversed before by ${data.reversal_id}.`);
    this.reversal_id = data.reversal_id;
  }
}

/** There is no hold of that id. */
export class UnknownHold extends LedgerError {
  readonly hold_id: string;
  constructor(data: { hold_id: string }) {
    super("unknown_hold", `There is no hold ${data.hold_id}.`);
    this.hold_id = data.hold_id;
  }
}

/** The hold has ended, or less is left of it than was asked. */
export class HoldNotActive extends LedgerError {
  readonly hold_id: string;
  readonly state: string;
  readonly remaining_kobo: bigint;
  constructor(data: { hold_id: string; state: string; remaining_kobo: bigint }) {
    super("hold_not_active", `Hold ${data.hold_id} is ${data.state} with ${data.remaining_kobo} left.`);
    this.hold_id = data.hold_id;
    this.state = data.state;
    this.remaining_kobo = data.remaining_kobo;
  }
}

/** What is asked needs postings one by one of a month that is taken away. */
export class MonthAway extends LedgerError {
  constructor(message = "The postings of its month are taken away.") {
    super("month_away", message);
  }
}

/** The request itself makes no sense (no postings, a zero amount, an impossible date…). `field` names the culprit. */
export class InvalidRequest extends LedgerError {
  readonly field: string;
  constructor(data: { field: string; message: string }) {
    super("invalid_request", `${data.field}: ${data.message}`);
    this.field = data.field;
  }
}

/** Turns a refusal of the database functions (their JSON) into its error. `subject` is the key, hold or transaction that was requested. */
export function errorOf(
  problem: Record<string, unknown>,
  subject: { key: string; hold_id?: string; transaction_id?: string },
): LedgerError {
  const text = (field: string): string => String(problem[field] ?? "");
  const amount = (field: string): bigint => BigInt(text(field) || "0");
  switch (problem["reason"]) {
    case "insufficient_funds":
      return new InsufficientFunds({
        account_id: text("account_id"),
        available_kobo: amount("available_kobo"),
        asked_kobo: amount("asked_kobo"),
        floor_kobo: amount("floor_kobo"),
      });
    case "duplicate_key_with_other_body":
      return new DuplicateKeyWithOtherBody({ key: subject.key, first_id: text("transaction_id") });
    case "unbalanced":
      return new UnbalancedTransaction({ currency: text("currency"), difference_kobo: amount("difference_kobo") });
    case "unknown_account":
      return new UnknownAccount({ account: text("account") });
    case "currency_mismatch":
      return new CurrencyMismatch({
        account_id: text("account_id"),
        account_currency: text("account_currency"),
        currency: text("currency"),
      });
    case "unknown_transaction":
      return new UnknownTransaction({ transaction_id: subject.transaction_id ?? "" });
    case "already_reversed":
      return new AlreadyReversed({ reversal_id: text("transaction_id") });
    case "unknown_hold":
      return new UnknownHold({ hold_id: subject.hold_id ?? "" });
    case "hold_not_active":
      return new HoldNotActive({
        hold_id: subject.hold_id ?? "",
        state: text("state"),
        remaining_kobo: amount("remaining_kobo"),
      });
    case "month_away":
      return new MonthAway();
    default:
      return new LedgerError(text("reason"), `The ledger refused: ${text("reason")}.`);
  }
}
