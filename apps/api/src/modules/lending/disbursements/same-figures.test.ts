/** M18: what a loan costs is the same to the kobo in quote, screen, letter, payout, ledger and schedule. */
import * as loans from "@manilla/contract/lending/loans";
import { naira } from "@manilla/contract/formats";
import { balancesOf } from "@manilla/ledger";
import { expect, it } from "vitest";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { queryable } from "../../../db/database.ts";
import { readPdf } from "../../../files/pdf.ts";
import { accountOf } from "../../money/books/index.ts";
import { catchUp } from "../../platform/business-day/index.ts";

const world = await useLendingWorld("without bank statements");
const { api } = world;
const FEES = [
  { name: "Processing", when: "upfront", percent: "1.5", vat_percent: "7.5" },
  { name: "Service", when: "each_instalment", kobo: 40_000, vat_percent: "7.5" },
];
type Loan = Record<
  "principal_kobo" | "received_kobo" | "repaid_kobo" | "total_interest_kobo" | "total_fees_kobo" | "vat_kobo",
  number
> & { terms: object; schedule: { total_kobo: number; fees_kobo: number }[] };

it("is the same in quote, page, letter, payout, books and schedule, VAT apart", async () => {
  const { id, customer } = await world.loan({ status: "requested", product: { fees: FEES } });
  const [risk, operations] = [await api.person("super_risk"), await api.person("super_operations")];
  const find = async () =>
    ((await api.call(loans.find, { token: risk.token, params: { id } })).body.data as unknown as { loan: Loan }).loan;
  const loan = await find();
  const quoted = (await api.call(loans.quote, { token: customer.token, body: loan.terms })).body.data as unknown as {
    totals: Record<string, number>;
    instalments: { total_kobo: number }[];
  };
  expect(quoted.totals).toMatchObject({
    principal_kobo: loan.principal_kobo,
    received_kobo: loan.received_kobo,
    repaid_kobo: loan.repaid_kobo,
    interest_kobo: loan.total_interest_kobo,
    fees_kobo: loan.total_fees_kobo,
    vat_kobo: loan.vat_kobo,
  });
  expect(quoted.instalments.reduce((sum, row) => sum + row.total_kobo, 0)).toBe(loan.repaid_kobo);
  // 1.5 % of 100,000 naira with 7.5 % VAT, and three times 400 naira with it.
  expect([loan.received_kobo, loan.total_fees_kobo, loan.vat_kobo]).toEqual([
    10_000_000 - 161_250,
    161_250 + 3 * 43_000,
    11_250 + 3 * 3_000,
  ]);

  const target = { params: { id }, body: {} };
  await api.call(loans.officersVerify, { ...target, token: risk.token });
  await api.call(loans.operationsVerify, { ...target, token: operations.token });
  const approver = await api.person("super_risk");
  const approved = await api.call(loans.approve, {
    ...target,
    token: approver.token,
    body: { reason: "A good payer" },
  });
  expect(approved.status).toBe(200);
  const letter = await fetch(`${api.address}/api/personal/loans/${id}/offer-letter`, {
    headers: { authorization: `Bearer ${risk.token}` },
  });
  const { lines, page_count } = await readPdf(Buffer.from(await letter.arrayBuffer()));
  const text = lines.map((pieces) => pieces.map((piece) => piece.text).join(" ")).join("\n");
  for (const kobo of [
    loan.received_kobo,
    loan.repaid_kobo,
    loan.total_interest_kobo,
    loan.total_fees_kobo,
    loan.vat_kobo,
  ])
    expect(text).toContain(naira(kobo));
  expect(page_count).toBe(1);

  await api.call(loans.acceptOffer, { ...target, token: customer.token, body: { accepted_terms: true } });
  await world.payOut(id);
  const payout = await api.app.db
    .selectFrom("payouts")
    .select("amount_kobo")
    .where("subject_id", "=", id)
    .executeTakeFirstOrThrow();
  expect(Number(payout.amount_kobo)).toBe(loan.received_kobo);
  const balances = async () => {
    const found = await balancesOf(queryable(api.app.db), [
      "fee_income",
      "vat_payable",
      accountOf("loan_principal", id),
    ]);
    return Object.fromEntries(found.map(({ code, natural_kobo }) => [code, natural_kobo]));
  };
  expect(await balances()).toMatchObject({ fee_income: 150_000n, vat_payable: 11_250n });
  const paid = await find();
  expect(paid.schedule.reduce((sum, row) => sum + row.total_kobo, 0)).toBe(loan.repaid_kobo);

  // The first instalment falls due: its fee is income, its VAT is owed to the state.
  await catchUp(api.app, (await world.rows(id))[0]?.due_on as unknown as string);
  expect(await balances()).toMatchObject({ fee_income: 190_000n, vat_payable: 14_250n });
  await world.prove();
});
