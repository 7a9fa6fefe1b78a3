import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Provider, addFaults } from "../faults.ts";
import type { BankAccount, Person } from "../people/people.ts";
import { accountStatement } from "../people/routes.ts";
import type { StatementLine } from "../people/statement.ts";
import { Refusal, describe } from "../refusal.ts";
import type { World } from "../world.ts";
import type { AccountOf } from "./state.ts";

/** Somebody's account with its lines. @throws Refusal when nobody has it */
export function linesOf(
  world: World,
  { bvn, account_number }: AccountOf,
  months?: number,
): { person: Person; account: BankAccount; lines: StatementLine[] } {
  const person = world.people.byBvn(bvn);
  if (!person) throw new Refusal(404, "This account does not exist.");
  return { person, ...accountStatement(world, person, account_number, months) };
}

/** The account of a number at a bank. Banks answer for closed accounts with a refusal. @throws Refusal */
export function accountAt(
  world: World,
  accountNumber: string,
  bankCode: string,
): { person: Person; account: BankAccount } {
  const found = world.people.byAccount(accountNumber, bankCode);
  if (!found) throw new Refusal(404, "The bank has no such account.");
  if (found.person.trait === "closed_account") throw new Refusal(422, "This account is closed.");
  return found;
}

/** `<word>_<bvn>` is that person's first account: for tests and demonstrations without a browser. */
export function accountOfWord(world: World, word: string, text: string): AccountOf | undefined {
  const bvn = new RegExp(`^${word}_(\\d{11})$`).exec(text)?.[1];
  const first = bvn ? world.people.byBvn(bvn)?.accounts[0] : undefined;
  return bvn && first ? { bvn, account_number: first.account_number } : undefined;
}

/** A provider's part of the address, behind its fault switch and its key. `refuse` shapes a refusal as this provider writes it. */
export function provider(
  world: World,
  name: Provider,
  keyOf: (request: FastifyRequest) => unknown,
  refuse: (status: number, message: string) => { status: number; body: unknown },
  routes: (app: FastifyInstance) => void,
) {
  return (app: FastifyInstance): void => {
    app.addHook("onRequest", async (request) => {
      if (!keyOf(request)) throw new Refusal(401, "Unauthorised: the key is missing.");
    });
    addFaults(app, world, name);
    app.setErrorHandler((error, _request, reply) => {
      const { status, message } = describe(error);
      const shaped = refuse(status, message);
      return reply.code(shaped.status).send(shaped.body);
    });
    routes(app);
  };
}
