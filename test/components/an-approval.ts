/** A request for a second person, as the server answers it. */

export const id = (number: number): string => `0192f1c2-0000-7000-8000-00000000000${number}`;
const nameOf = (number: number): string => ["", "Ruth Audu", "Musa Bello", "Ngozi Eze"][number]!;

/** A request to pay somebody. */
export const approval = (number: number, more: object = {}) => ({
  id: id(number),
  kind: "disburse_many",
  title: `Pay the loan of ${nameOf(number)}`,
  status: "pending",
  is_pending: true,
  amount_kobo: 14_758_125,
  item_count: 1,
  reason: "Accepted this morning",
  maker: { id: id(8), name: "Ibrahim Sule" },
  checker: null,
  version: 3,
  created_at: "2026-11-22T08:41:00.000Z",
  decided_at: null,
  decision_reason: null,
  before: null,
  after: {},
  items: [],
  changes: [],
  effect: {
    refusal: null,
    postings: [],
    measures: [],
    texts: [],
    facts: [{ label: "Falls due first", value: "25 Dec 2026" }],
    papers: [{ label: "Evidence", name: "slip.pdf", link: "/api/slips/1" }],
    payees: [
      {
        payout_id: id(7),
        person: { id: id(6), name: nameOf(number) },
        loan_id: null,
        reference: `PO-${number}`,
        amount_kobo: 14_758_125,
        fees_kobo: 0,
        bank_name: "Zenith Bank",
        account_no: "2214880057",
        account_name: number === 2 ? "GARBA IBRAHIM" : "AUDU RUTH",
        is_same_name: number !== 2,
        account_changed_at: null,
        rules_say: "Approved by the rules",
        status: "requested",
        failure: null,
      },
    ],
  },
  may_decide: true,
  why_not: null,
  abilities: { approve: null, decline: null },
  ...more,
});
