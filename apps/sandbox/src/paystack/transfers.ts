import { bankName, banks } from "@manilla/contract/nigeria/banks";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { book, providerBalance } from "../bank/movements.ts";
import { isDeclined } from "../faults.ts";
import { isNuban } from "../nuban.ts";
import { rows } from "../people/people.data.ts";
import { hash, pick } from "../random.ts";
import { Refusal } from "../refusal.ts";
import type { State } from "../state.ts";
import type { World } from "../world.ts";
import { bankList, envelope, recipientShape, transferShape } from "./shapes.ts";
import type { Recipient, Transfer } from "./state.ts";

const SETTLE_AFTER_MS = 60;

/** The name on an account: a person's, or for any other number with a fitting check digit an invented one; serials from 999 are unassigned. */
function resolveAccount(world: World, accountNumber: string, bankCode: string): string {
  const known = world.people.byAccount(accountNumber, bankCode);
  if (known) return known.account.account_name;
  const dedicated = Object.values(world.store.state.paystack.dedicated_accounts).find(
    ({ account_number }) => account_number === accountNumber,
  );
  if (dedicated) return dedicated.account_name;
  if (!isNuban(bankCode, accountNumber) || accountNumber.startsWith("999"))
    throw new Refusal(422, "Could not resolve account name. Check parameters or try again.", "invalid_account_number");
  const seed = hash(`${bankCode}/${accountNumber}`);
  return `${pick(rows, (seed % 997) / 997)[2]} ${pick(rows, (seed % 1009) / 1009)[0]}`.toUpperCase();
}

const recipientSchema = z.object({
  type: z.literal("nuban"),
  name: z.string().min(1).max(200),
  account_number: z.string().regex(/^\d{10}$/, "Account number is invalid"),
  bank_code: z.string().min(3),
  currency: z.literal("NGN").default("NGN"),
});

function createRecipient(world: World, body: unknown): Recipient {
  const { name, account_number, bank_code } = recipientSchema.parse(body);
  const { state, nextId, touch } = world.store;
  if (!banks.some(({ code }) => code === bank_code)) throw new Refusal(400, "Bank is invalid", "invalid_bank_code");
  const known = Object.values(state.paystack.recipients).find(
    (recipient) => recipient.account_number === account_number && recipient.bank_code === bank_code,
  );
  if (known) return known;
  const id = nextId();
  const recipient: Recipient = {
    id,
    recipient_code: `RCP_${hash(`recipient ${id}`).toString(36)}${id}`,
    name,
    account_number,
    account_name: resolveAccount(world, account_number, bank_code),
    bank_code,
    created_at: new Date().toISOString(),
  };
  state.paystack.recipients[recipient.recipient_code] = recipient;
  touch();
  return recipient;
}

const transferSchema = z.object({
  source: z.literal("balance"),
  amount: z.number().int().min(1),
  recipient: z.string().min(1),
  reference: z
    .string()
    .regex(/^[a-zA-Z0-9_=-]{1,100}$/)
    .optional(),
  reason: z.string().max(500).optional(),
  currency: z.literal("NGN").optional(),
});

/** What is in the account less what is already promised. */
function availableBalance(state: State): number {
  const promised = pendingTransfers(state).reduce((sum, { amount }) => sum + amount, 0);
  return providerBalance(state) - promised;
}

const pendingTransfers = (state: State): Transfer[] =>
  Object.values(state.paystack.transfers).filter(({ status }) => status === "pending");

function createTransfer(world: World, body: unknown, isRefused: boolean): Transfer {
  const input = transferSchema.parse(body);
  const { state, nextId, touch } = world.store;
  const recipient = state.paystack.recipients[input.recipient];
  if (!recipient) throw new Refusal(404, "Recipient specified is invalid", "invalid_recipient");
  const id = nextId();
  const reference = input.reference ?? `sandbox-${id}`;
  if (state.paystack.transfers[reference])
    throw new Refusal(
      400,
      "Please provide a unique reference. Reference already exists on a transfer",
      "duplicate_transfer_reference",
    );
  if (input.amount > availableBalance(state))
    throw new Refusal(400, "Your balance is not enough to fulfil this request", "insufficient_balance");
  const isClosed =
    world.people.byAccount(recipient.account_number, recipient.bank_code)?.person.trait === "closed_account";
  const transfer: Transfer = {
    id,
    transfer_code: `TRF_${hash(`transfer ${id}`).toString(36)}${id}`,
    reference,
    amount: input.amount,
    reason: input.reason ?? null,
    recipient_code: recipient.recipient_code,
    status: "pending",
    outcome: isRefused || isClosed ? "failed" : "success",
    failure: null,
    created_at: new Date().toISOString(),
    transferred_at: null,
  };
  state.paystack.transfers[reference] = transfer;
  touch();
  world.timers.later(SETTLE_AFTER_MS, () => settle(world, transfer));
  return transfer;
}

function settle(world: World, transfer: Transfer): void {
  const { store } = world;
  const recipient = store.state.paystack.recipients[transfer.recipient_code];
  if (transfer.status !== "pending" || !recipient) return;
  transfer.status = transfer.outcome;
  transfer.transferred_at = new Date().toISOString();
  if (transfer.status === "failed") transfer.failure = "Account is closed or does not accept transfers";
  else
    book(store, {
      amount_kobo: -transfer.amount,
      kind: "transfer",
      reference: transfer.reference,
      narration: transfer.reason ?? "Transfer",
      counterparty: counterparty(recipient),
    });
  store.touch();
  world.webhooks.send("paystack", `transfer.${transfer.status}`, transferShape(store.state, transfer));
}

const counterparty = ({ account_name, account_number, bank_code }: Recipient) => ({
  name: account_name,
  account_number,
  bank_code,
});

/** Brings the money of a successful transfer back, as the receiving bank may do days later. */
export function reverseTransfer(world: World, reference: string): Transfer {
  const { store } = world;
  const transfer = findTransfer(store.state, reference);
  const recipient = store.state.paystack.recipients[transfer.recipient_code];
  if (transfer.status !== "success" || !recipient)
    throw new Refusal(409, `This transfer is ${transfer.status}; only a successful one can come back.`);
  transfer.status = "reversed";
  transfer.failure = "The receiving bank returned the money";
  book(store, {
    amount_kobo: transfer.amount,
    kind: "transfer_reversal",
    reference,
    narration: `Reversal of ${transfer.reason ?? "transfer"}`,
    counterparty: counterparty(recipient),
  });
  world.webhooks.send("paystack", "transfer.reversed", transferShape(store.state, transfer));
  return transfer;
}

function findTransfer(state: State, key: string): Transfer {
  const transfer =
    state.paystack.transfers[key] ??
    Object.values(state.paystack.transfers).find(({ transfer_code }) => transfer_code === key);
  if (!transfer) throw new Refusal(404, "Transfer not found", "transfer_not_found");
  return transfer;
}

/** Transfers that were on their way when the sandbox stopped. */
export function resumeTransfers(world: World): void {
  for (const transfer of pendingTransfers(world.store.state))
    world.timers.later(SETTLE_AFTER_MS, () => settle(world, transfer));
}

/** Banks, account resolution, recipients, transfers. */
export function registerTransfers(app: FastifyInstance, world: World): void {
  const { state } = world.store;
  app.get("/bank", () => envelope("Banks retrieved", bankList()));
  app.get<{ Querystring: { account_number?: string; bank_code?: string } }>("/bank/resolve", (request) => {
    const { account_number = "", bank_code = "" } = request.query;
    if (isDeclined(request))
      throw new Refusal(
        422,
        "Could not resolve account name. Check parameters or try again.",
        "invalid_account_number",
      );
    if (bankName(bank_code) === "Unknown Bank")
      throw new Refusal(400, `Unknown bank code: ${bank_code}`, "invalid_bank_code");
    const account_name = resolveAccount(world, account_number, bank_code);
    return envelope("Account number resolved", {
      account_number,
      account_name,
      bank_id: banks.find(({ code }) => code === bank_code)?.id,
    });
  });
  app.get("/balance", () => envelope("Balances retrieved", [{ currency: "NGN", balance: availableBalance(state) }]));
  app.post("/transferrecipient", (request, reply) =>
    reply
      .code(201)
      .send(envelope("Transfer recipient created successfully", recipientShape(createRecipient(world, request.body)))),
  );
  app.post("/transfer", (request) => {
    const transfer = createTransfer(world, request.body, isDeclined(request));
    return envelope("Transfer has been queued", {
      ...transferShape(state, transfer),
      recipient: state.paystack.recipients[transfer.recipient_code]?.id,
    });
  });
  app.get<{ Params: { reference: string } }>("/transfer/verify/:reference", (request) =>
    envelope("Transfer retrieved", transferShape(state, findTransfer(state, request.params.reference))),
  );
  app.get<{ Params: { key: string } }>("/transfer/:key", (request) =>
    envelope("Transfer retrieved", transferShape(state, findTransfer(state, request.params.key))),
  );
}
