import type { FastifyInstance } from "fastify";
import { businessDate } from "../clock.ts";
import { payoutLines } from "../bank/movements.ts";
import { Refusal } from "../refusal.ts";
import type { World } from "../world.ts";
import { statementCsv, statementPdf } from "./files.ts";
import type { BankAccount, Person } from "./people.ts";
import { type StatementLine, statementOf } from "./statement.ts";

/** A person's account (the first, or the one with that number) and its lines up to yesterday. */
export function accountStatement(
  world: World,
  person: Person,
  accountNumber?: string,
  months?: number,
): { account: BankAccount; lines: StatementLine[] } {
  const account = person.accounts.find(({ account_number }) => !accountNumber || account_number === accountNumber);
  if (!account) throw new Refusal(404, "This person has no such account.");
  return {
    account,
    lines: statementOf(
      person,
      account,
      businessDate(world.store.state),
      payoutLines(world.store.state, account),
      months,
    ),
  };
}

/** `GET /people.json`, `GET /people/:bvn/statement.csv` and `.pdf` (`?account=` picks another account). */
export function registerPeople(app: FastifyInstance, world: World): void {
  type Request = { Params: { bvn: string }; Querystring: { account?: string } };
  const find = (bvn: string): Person => {
    const person = world.people.byBvn(bvn);
    if (!person) throw new Refusal(404, "Nobody has this BVN.");
    return person;
  };
  app.get("/people.json", () => ({ people: world.people.all }));
  app.get<Request>("/people/:bvn/statement.csv", (request, reply) => {
    const { account, lines } = accountStatement(world, find(request.params.bvn), request.query.account);
    return reply
      .type("text/csv; charset=utf-8")
      .header("content-disposition", `attachment; filename="statement-${account.account_number}.csv"`)
      .send(statementCsv(lines));
  });
  app.get<Request>("/people/:bvn/statement.pdf", async (request, reply) => {
    const person = find(request.params.bvn);
    const { account, lines } = accountStatement(world, person, request.query.account);
    const pdf = await statementPdf(person, account, businessDate(world.store.state), lines);
    return reply
      .type("application/pdf")
      .header("content-disposition", `attachment; filename="statement-${account.account_number}.pdf"`)
      .send(pdf);
  });
}
