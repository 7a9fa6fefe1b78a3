import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { isDeclined } from "../faults.ts";
import { makeNuban } from "../nuban.ts";
import { hash } from "../random.ts";
import { Refusal } from "../refusal.ts";
import type { State } from "../state.ts";
import type { World } from "../world.ts";
import { customerShape, dedicatedAccountShape, envelope } from "./shapes.ts";
import type { Customer, DedicatedAccount } from "./state.ts";

const customerSchema = z.object({
  email: z.email(),
  first_name: z.string().nullish(),
  last_name: z.string().nullish(),
  phone: z.string().nullish(),
  metadata: z.unknown().optional(),
});

const findCustomer = (state: State, key: string): Customer | undefined =>
  state.paystack.customers[key] ??
  Object.values(state.paystack.customers).find(({ email, id }) => email === key || String(id) === key);

/** The customer of a mail address, made when there is none; what is new about a known one is kept. */
export function ensureCustomer(world: World, input: z.infer<typeof customerSchema>): Customer {
  const { state, nextId, touch } = world.store;
  const known = findCustomer(state, input.email);
  if (known) {
    known.first_name = input.first_name ?? known.first_name;
    known.last_name = input.last_name ?? known.last_name;
    known.phone = input.phone ?? known.phone;
    return known;
  }
  const id = nextId();
  const customer: Customer = {
    id,
    customer_code: `CUS_${hash(`customer ${id}`).toString(36)}${id}`,
    email: input.email,
    first_name: input.first_name ?? null,
    last_name: input.last_name ?? null,
    phone: input.phone ?? null,
    metadata: input.metadata ?? null,
    created_at: new Date().toISOString(),
  };
  state.paystack.customers[customer.customer_code] = customer;
  touch();
  return customer;
}

const VIRTUAL_BANK = { name: "Wema Bank", id: 20, slug: "wema-bank", code: "035" };

function assignAccount(world: World, key: string): DedicatedAccount {
  const { state, nextId, touch } = world.store;
  const customer = findCustomer(state, key);
  if (!customer) throw new Refusal(404, "Customer not found", "customer_not_found");
  const known = Object.values(state.paystack.dedicated_accounts).find(
    ({ customer_code }) => customer_code === customer.customer_code,
  );
  if (known) return known;
  const id = nextId();
  const { code, ...bank } = VIRTUAL_BANK;
  const name = `${customer.first_name ?? ""} ${customer.last_name ?? ""}`.trim() || customer.email;
  const account: DedicatedAccount = {
    id,
    customer_code: customer.customer_code,
    account_number: makeNuban(code, 850_000_000 + id),
    account_name: `MANILLA/${name}`.toUpperCase(),
    bank,
    bank_code: code,
    created_at: new Date().toISOString(),
  };
  state.paystack.dedicated_accounts[id] = account;
  touch();
  world.webhooks.send("paystack", "dedicatedaccount.assign.success", {
    customer: customerShape(customer),
    dedicated_account: dedicatedAccountShape(state, account),
    identification: { status: "success" },
  });
  return account;
}

/** Customers and their dedicated virtual accounts. */
export function registerCustomers(app: FastifyInstance, world: World): void {
  const { state } = world.store;
  app.post("/customer", (request) => {
    const customer = ensureCustomer(world, customerSchema.parse(request.body));
    world.store.touch();
    return envelope("Customer created", customerShape(customer));
  });
  app.get<{ Params: { key: string } }>("/customer/:key", (request) => {
    const customer = findCustomer(state, request.params.key);
    if (!customer) throw new Refusal(404, "Customer not found", "customer_not_found");
    return envelope("Customer retrieved", customerShape(customer));
  });
  app.post("/dedicated_account", (request) => {
    const { customer } = z
      .object({ customer: z.union([z.string(), z.number()]), preferred_bank: z.string().optional() })
      .parse(request.body);
    if (isDeclined(request))
      throw new Refusal(400, "Dedicated NUBAN is not available for your business", "feature_unavailable");
    return envelope("NUBAN successfully created", dedicatedAccountShape(state, assignAccount(world, String(customer))));
  });
  app.get("/dedicated_account", () =>
    envelope(
      "Managed accounts successfully retrieved",
      Object.values(state.paystack.dedicated_accounts).map((account) => dedicatedAccountShape(state, account)),
    ),
  );
  app.get<{ Params: { id: string } }>("/dedicated_account/:id", (request) => {
    const account = state.paystack.dedicated_accounts[request.params.id];
    if (!account) throw new Refusal(404, "Dedicated account not found", "not_found");
    return envelope("Customer retrieved", dedicatedAccountShape(state, account));
  });
}
