import { z } from "zod";
import { book } from "../bank/movements.ts";
import { makeNuban } from "../nuban.ts";
import { hash } from "../random.ts";
import { Refusal } from "../refusal.ts";
import type { World } from "../world.ts";
import { transactionShape } from "./shapes.ts";
import type { Transaction } from "./state.ts";
import { createTransaction } from "./transactions.ts";

const payInSchema = z.object({
  account_no: z.string().regex(/^\d{10}$/, "wants ten digits"),
  amount_kobo: z.coerce.number().int().min(1).max(1_000_000_000_000),
  sender_name: z.string().trim().max(120).optional(),
});

/** Somebody pays into a virtual account from a bank: the money reaches the provider and the event is sent. */
export function payIn(world: World, body: unknown): Transaction {
  const { account_no, amount_kobo, sender_name } = payInSchema.parse(body);
  const { store } = world;
  const account = Object.values(store.state.paystack.dedicated_accounts).find(
    ({ account_number }) => account_number === account_no,
  );
  const customer = account && store.state.paystack.customers[account.customer_code];
  if (!account || !customer) throw new Refusal(404, "There is no such virtual account.");
  const name = (
    sender_name ||
    `${customer.last_name ?? ""} ${customer.first_name ?? ""}`.trim() ||
    customer.email
  ).toUpperCase();
  const transaction = createTransaction(world, {
    amount: amount_kobo,
    email: customer.email,
    channel: "dedicated_nuban",
    status: "success",
    gateway_response: "Approved",
    paid_at: new Date().toISOString(),
    sender: {
      name,
      bank: "Guaranty Trust Bank",
      account_number: makeNuban("058", 300_000_000 + (hash(name) % 99_999_999)),
      receiver: account_no,
    },
  });
  book(store, {
    amount_kobo,
    kind: "pay_in",
    reference: transaction.reference,
    narration: `NIP/${name}/${account_no}`,
    counterparty: { name, account_number: transaction.sender?.account_number ?? "", bank_code: "058" },
  });
  world.webhooks.send("paystack", "charge.success", transactionShape(store.state, transaction));
  return transaction;
}
