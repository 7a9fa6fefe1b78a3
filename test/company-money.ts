/** A company with money in its wallet, two administrators, an auditor, and a beneficiary that it may pay. */
import * as beneficiaries from "@manilla/contract/companies/beneficiaries";
import * as chains from "@manilla/contract/companies/approval-chains";
import * as wallets from "@manilla/contract/companies/wallets";
import * as approvals from "@manilla/contract/platform/approvals";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { makeNuban } from "../apps/sandbox/src/nuban.ts";
import type { LendingWorld } from "./lending.ts";
import { slipOf } from "./slips.ts";

let serial = 560_000_000;

/** Somebody of a company agrees to a request of it. */
export async function agreeTo({ api }: LendingWorld, approval_id: string, { token }: { token: string }) {
  const { version } = await api.app.db
    .selectFrom("company_approvals")
    .select("version")
    .where("id", "=", approval_id)
    .executeTakeFirstOrThrow();
  return api.call(chains.approve, { token, params: { id: approval_id }, body: { version } });
}

export async function fundedCompany(world: LendingWorld, amount_kobo: number) {
  const { api, maker, checker } = world;
  const company_id = await api.company({ name: "Lagoon Foods" });
  const person = (role: Parameters<typeof api.person>[0]) =>
    api.person(role, { company_id, name: "Olu", last_name: "Lagoon" });
  const owner = await person("company_super_admin");
  const money = await person("company_finance_manager");
  const audit = await person("company_audit");
  const body = { company_id, amount_kobo, reference: uuidv7(), slip_id: await slipOf(api.app, maker.token) };
  const funded = await api.call(wallets.fundDebit, { token: maker.token, body });
  const { approval_id: funding } = funded.body.data as { approval_id: string };
  await api.call(approvals.approve, { token: checker.token, params: { id: funding }, body: { version: 1 } });
  serial += 7;
  const asked = await api.call(beneficiaries.create, {
    token: money.token,
    body: { name: "Supplier", bank_code: "058", account_no: makeNuban("058", serial), name_confirmed: true },
  });
  const { beneficiary, approval_id } = asked.body.data as { beneficiary: { id: string }; approval_id: string };
  await agreeTo(world, approval_id, owner);
  // Known for longer than new accounts are.
  await sql`update beneficiaries set account_since = now() - interval '3 days' where id = ${beneficiary.id}`.execute(
    api.app.db,
  );
  return { company_id, owner, money, audit, beneficiary_id: beneficiary.id };
}
