/** What the demo's company asks of its own people: a chain, beneficiaries at every stage, a delegate. */
import * as chains from "@manilla/contract/companies/approval-chains";
import * as beneficiaries from "@manilla/contract/companies/beneficiaries";
import { addDays, checkNuban } from "@manilla/credit";
import type { App } from "../src/house/app.ts";
import { getRow } from "../src/db/row.ts";
import { businessDate } from "../src/modules/platform/states/index.ts";
import type { Door } from "./door.ts";
import { emailOf } from "./people.ts";

/** An account number of a bank: nine digits and the check digit that they have. */
const nuban = (bank_code: string, serial: string): string =>
  Array.from({ length: 10 }, (_, digit) => `${serial}${digit}`).find((one) => checkNuban(bank_code, one) === "valid")!;

/** Banks write names in capitals, people do not. */
const asTyped = (name: string): string => name.toLowerCase().replace(/\b\p{L}/gu, (letter) => letter.toUpperCase());

/** [bank, serial, the name that is typed where it is not the bank's, how far it has come] */
const PAYEES = [
  ["058", "110000457", null, "active"],
  ["011", "210000819", null, "active"],
  ["033", "310000236", null, "active"],
  ["057", "410000642", null, "half"],
  ["044", "510000975", null, "asked"],
  ["214", "610000318", "Kuramo Cold Chain Ltd", "asked"],
] as const;

async function leaveChain(app: App, door: Door, owner: string): Promise<void> {
  const { id } = await getRow(app.db, "users", { email: emailOf("company_department_head") }, ["id"]);
  const administrator = { who: "role", role: "company_super_admin" } as const;
  await door.call(chains.changeChain, owner, {
    body: {
      kind: "beneficiary",
      number: 0,
      steps: [
        {
          name: "Production",
          approvers: [{ who: "person", user_id: id }],
          need: "any",
          escalate_after_days: 2,
          escalate_to: administrator,
        },
        { name: "Administrator", approvers: [administrator], need: "any" },
      ],
    },
  });
}

/** Everything goes through the calls that the company's people make themselves. */
export async function leaveSpend(app: App, door: Door): Promise<void> {
  const [owner, finance, head] = [
    await door.as(emailOf("company_super_admin")),
    await door.as(emailOf("company_finance_manager")),
    await door.as(emailOf("company_department_head")),
  ];
  await leaveChain(app, door, owner);
  const agree = async (id: string, token: string): Promise<void> => {
    const { version } = await door.call(chains.find, token, { params: { id } });
    await door.call(chains.approve, token, { params: { id }, body: { version } });
  };
  for (const [bank_code, serial, typed, stage] of PAYEES) {
    const account = { bank_code, account_no: nuban(bank_code, serial) };
    const { account_name } = await door.call(beneficiaries.enquire, finance, { body: account });
    const body = { ...account, name: typed ?? asTyped(account_name), name_confirmed: typed !== null };
    const { approval_id } = await door.call(beneficiaries.create, finance, { body });
    if (stage !== "asked") await agree(approval_id, head);
    if (stage === "active") await agree(approval_id, owner);
  }
  const today = await businessDate(app.db);
  const { id: delegate_id } = await getRow(app.db, "users", { email: emailOf("company_unit_head") }, ["id"]);
  await door.call(chains.delegate, head, {
    body: { delegate_id, from_on: addDays(today, 7), until_on: addDays(today, 14), reason: "Annual leave" },
  });
}
