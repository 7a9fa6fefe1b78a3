import { bankName, banks } from "@manilla/contract/nigeria/banks";
import type { State } from "../state.ts";
import type { Authorization, Customer, DedicatedAccount, Recipient, Transaction, Transfer } from "./state.ts";

const INTEGRATION = 463_433;
const DOMAIN = "test";

export const envelope = (message: string, data: unknown) => ({ status: true, message, data });

/** A customer as Paystack shows it. */
export const customerShape = (customer: Customer) => ({
  id: customer.id,
  first_name: customer.first_name,
  last_name: customer.last_name,
  email: customer.email,
  customer_code: customer.customer_code,
  phone: customer.phone,
  metadata: customer.metadata ?? null,
  risk_action: "default",
  international_format_phone: null,
  integration: INTEGRATION,
  domain: DOMAIN,
  identified: false,
  identifications: null,
  createdAt: customer.created_at,
  updatedAt: customer.created_at,
});

/** A transfer recipient as Paystack shows it. */
export const recipientShape = (recipient: Recipient) => ({
  active: true,
  createdAt: recipient.created_at,
  currency: "NGN",
  description: null,
  domain: DOMAIN,
  email: null,
  id: recipient.id,
  integration: INTEGRATION,
  metadata: null,
  name: recipient.name,
  recipient_code: recipient.recipient_code,
  type: "nuban",
  updatedAt: recipient.created_at,
  is_deleted: false,
  details: {
    authorization_code: null,
    account_number: recipient.account_number,
    account_name: recipient.account_name,
    bank_code: recipient.bank_code,
    bank_name: bankName(recipient.bank_code),
  },
});

/** The interbank session of a transfer that has left: 30 digits of the sending bank, the moment, and twelve of its own. */
function sessionOf({ id, transferred_at, status }: Transfer): { provider: string | null; id: string | null } {
  if (!transferred_at || status !== "success") return { provider: null, id: null };
  const moment = transferred_at.replaceAll(/\D/g, "").slice(2, 14);
  return { provider: "nip", id: `110007${moment}${String(id).padStart(12, "0")}` };
}

export function transferShape(state: State, transfer: Transfer) {
  const recipient = state.paystack.recipients[transfer.recipient_code];
  return {
    amount: transfer.amount,
    createdAt: transfer.created_at,
    currency: "NGN",
    domain: DOMAIN,
    failures: transfer.failure ? { message: transfer.failure } : null,
    id: transfer.id,
    integration: INTEGRATION,
    reason: transfer.reason,
    reference: transfer.reference,
    source: "balance",
    source_details: null,
    status: transfer.status,
    titan_code: null,
    transfer_code: transfer.transfer_code,
    transferred_at: transfer.transferred_at,
    updatedAt: transfer.transferred_at ?? transfer.created_at,
    recipient: recipient ? recipientShape(recipient) : null,
    session: sessionOf(transfer),
    fee_charged: 0,
    gateway_response: transfer.failure,
  };
}

const cardShape = (card: Authorization) => ({
  authorization_code: card.authorization_code,
  bin: card.bin,
  last4: card.last4,
  exp_month: card.exp_month,
  exp_year: card.exp_year,
  channel: "card",
  card_type: card.brand,
  bank: card.bank,
  country_code: "NG",
  brand: card.brand,
  reusable: true,
  signature: card.signature,
  account_name: null,
});

function authorizationShape(state: State, transaction: Transaction) {
  const { sender } = transaction;
  if (sender) {
    return {
      authorization_code: `AUTH_${transaction.id}`,
      bin: `${sender.account_number.slice(0, 3)}XXX`,
      last4: sender.account_number.slice(-4),
      exp_month: "01",
      exp_year: "2031",
      channel: "dedicated_nuban",
      card_type: "transfer",
      bank: sender.bank,
      country_code: "NG",
      brand: "Managed Account",
      reusable: false,
      signature: null,
      account_name: null,
      sender_country: "NG",
      sender_bank: sender.bank,
      sender_bank_account_number: `XXXXXX${sender.account_number.slice(-4)}`,
      sender_name: sender.name,
      receiver_bank_account_number: sender.receiver,
      receiver_bank: "Wema Bank",
      narration: `Transfer from ${sender.name}`,
    };
  }
  const card = transaction.authorization_code
    ? state.paystack.authorizations[transaction.authorization_code]
    : undefined;
  return card ? cardShape(card) : {};
}

/** A transaction with its customer and the saved card, or the sender of a bank transfer. */
export function transactionShape(state: State, transaction: Transaction) {
  const customer = Object.values(state.paystack.customers).find(({ email }) => email === transaction.email);
  return {
    id: transaction.id,
    domain: DOMAIN,
    status: transaction.status,
    reference: transaction.reference,
    receipt_number: null,
    amount: transaction.amount,
    message: null,
    gateway_response: transaction.gateway_response,
    paid_at: transaction.paid_at,
    created_at: transaction.created_at,
    paidAt: transaction.paid_at,
    createdAt: transaction.created_at,
    channel: transaction.channel,
    currency: "NGN",
    ip_address: "127.0.0.1",
    metadata: transaction.metadata ?? "",
    log: null,
    fees: 0,
    fees_split: null,
    authorization: authorizationShape(state, transaction),
    customer: customer ? customerShape(customer) : { email: transaction.email },
    plan: null,
    split: {},
    order_id: null,
    requested_amount: transaction.requested_amount,
    transaction_date: transaction.created_at,
    plan_object: {},
    subaccount: {},
    ...(transaction.sender && {
      metadata: { receiver_account_number: transaction.sender.receiver, receiver_bank: "Wema Bank", custom_fields: [] },
    }),
  };
}

/** A virtual account with its owner. */
export function dedicatedAccountShape(state: State, account: DedicatedAccount) {
  const customer = state.paystack.customers[account.customer_code];
  return {
    id: account.id,
    bank: account.bank,
    account_name: account.account_name,
    account_number: account.account_number,
    assigned: true,
    currency: "NGN",
    metadata: null,
    active: true,
    created_at: account.created_at,
    updated_at: account.created_at,
    assignment: {
      integration: INTEGRATION,
      assignee_id: customer?.id ?? null,
      assignee_type: "Customer",
      expired: false,
      account_type: "PAY-WITH-TRANSFER-RECURRING",
      assigned_at: account.created_at,
      expired_at: null,
    },
    customer: customer ? customerShape(customer) : null,
    split_config: null,
  };
}

/** Paystack's bank list is the contract's, field for field. */
export const bankList = () => banks;
