/**
 * Lists of companies at a million expenses and three hundred thousand requests of two thousand companies, beside bare handlers with the same SQL: expenses,
 * expense requests, the inbox of those who approve, and both of all companies for our staff.
 */
import type pg from "pg";
import type { App } from "../../apps/api/src/house/app.ts";
import { type Size, companyOf, ofFirst, ofOther, personOf, tokenOf } from "./company-world.ts";
import type { Figure } from "./figure.ts";
import { type Listed, benchListed } from "./listed.ts";

const EXPENSE = `
  e.id, u.full_name as person, e.merchant, c.name as category, c.ledger_code, d.name as department, e.amount_kobo, e.spent_on,
  e.has_receipt, exists (
    select 1 from expenses s
    where s.company_id = e.company_id and s.user_id = e.user_id and s.spent_on = e.spent_on and s.id <> e.id
      and s.amount_kobo = e.amount_kobo and lower(s.merchant) = lower(e.merchant) and s.status <> 'deleted'
  ) as is_twice, e.status, e.version, e.created_at
`;
const EXPENSES = `
  expenses e join users u on u.id = e.user_id
  left join expense_categories c on c.id = e.category_id left join departments d on d.id = e.department_id
`;
/** [name, our query, condition and order of the same as SQL] */
type Case = readonly [name: string, query: Readonly<Record<string, string>>, where: string, order: string];
const OF_EXPENSES: readonly Case[] = [
  ["by day", {}, "true", "e.spent_on desc, e.id desc"],
  ["by amount", { sortColumn: "amount_kobo", sortOrder: "desc" }, "true", "e.amount_kobo desc, e.id desc"],
  ["by merchant", { sortColumn: "merchant", sortOrder: "asc" }, "true", "e.merchant, e.id"],
  ["flagged", { filter: '{"status":["flagged"]}' }, "e.status = 'flagged'", "e.spent_on desc, e.id desc"],
  ["search", { search: "hilton" }, "folded(e.merchant) like '%hilton%'", "e.spent_on desc, e.id desc"],
];

const REQUEST = `
  r.id, r.purpose, r.kind, u.full_name as person, d.name as department, r.amount_kobo,
  (select count(*)::int from expense_request_lines l where l.request_id = r.id) as line_count, r.effect, r.status, r.version, r.created_at
`;
const REQUESTS =
  "expense_requests r join users u on u.id = r.user_id left join departments d on d.id = r.department_id";
const NEWEST_REQUESTS = "r.created_at desc, r.id desc";
const OF_REQUESTS: readonly Case[] = [
  ["the newest", {}, "true", NEWEST_REQUESTS],
  ["by amount", { sortColumn: "amount_kobo", sortOrder: "desc" }, "true", "r.amount_kobo desc, r.id desc"],
  ["paid", { filter: '{"status":["paid"]}' }, "r.status = 'paid'", NEWEST_REQUESTS],
  ["search", { search: "kano" }, "folded(r.purpose) like '%kano%'", NEWEST_REQUESTS],
];

const APPROVAL = `
  a.id, a.kind, a.title, a.status, a.amount_kobo, u.full_name as requester, d.name as department, a.position, a.steps, (
    select string_agg(w.full_name, ', ' order by p.approver_id)
    from company_approvers p
    join users w on w.id = p.approver_id
    where a.status = 'pending' and p.approval_id = a.id and p.position = a.position and p.agreed_at is null and p.removed_at is null
  ) as waits_for, cardinality(a.split_beside) > 0 as is_split, a.version, a.created_at, a.decided_at
`;
const APPROVALS =
  "company_approvals a join users u on u.id = a.requester_id left join departments d on d.id = a.department_id";
const NEWEST_APPROVALS = "a.created_at desc, a.id desc";
const forMe = (owner: string): string => `
  a.status = 'pending' and a.requester_id <> '${owner}' and exists (
    select 1 from company_approvers p
    where p.approval_id = a.id and p.position = a.position and p.agreed_at is null and p.removed_at is null and p.approver_id = '${owner}'
  )
`;
const ofApprovals = (owner: string): readonly Case[] => [
  ["the newest", {}, "true", NEWEST_APPROVALS],
  ["for me to decide", { filter: '{"for_me":true}' }, forMe(owner), NEWEST_APPROVALS],
  ["pending", { filter: '{"status":["pending"]}' }, "a.status = 'pending'", NEWEST_APPROVALS],
  ["by amount", { sortColumn: "amount_kobo", sortOrder: "desc" }, "true", "a.amount_kobo desc, a.id desc"],
  ["search", { search: "kano" }, "folded(a.title) like '%kano%'", NEWEST_APPROVALS],
];

/** What the lists of a kind have in common. */
type Kind = Pick<Listed, "path" | "token" | "rows" | "counted"> & { scope: string };
const listsOf = (called: string, cases: readonly Case[], { scope, ...kind }: Kind): Listed[] =>
  cases.map(([name, query, where, order]) => ({
    ...kind,
    name: `${called}, ${name}`,
    query,
    where: `${scope} and ${where}`,
    order,
  }));

/** What one company's people see: its rows and an exact total. */
async function ofCompany(app: App, n: number, size: Size): Promise<Listed[]> {
  const [id, owner] = [companyOf(n), personOf(0, n)];
  const [token, owners, person] = [
    await tokenOf(app, personOf(1, n)),
    await tokenOf(app, owner),
    await tokenOf(app, personOf(2, n)),
  ];
  const has = (all: number): string => `${Math.round(n === 1 ? ofFirst(all) : ofOther(all, size))} of ${all}`;
  const requests = { path: "/companies/expense/request", rows: `${REQUEST} from ${REQUESTS}` };
  const ofRequests = { ...requests, counted: "expense_requests r", token };
  const waiting: Case = ["waiting", {}, "r.status = 'pending'", NEWEST_REQUESTS];
  return [
    ...listsOf(`expenses of a company with ${has(size.expenses)}`, OF_EXPENSES, {
      path: "/companies/expenses",
      token,
      rows: `${EXPENSE} from ${EXPENSES}`,
      counted: "expenses e",
      scope: `e.company_id = '${id}'`,
    }),
    ...listsOf(`expense requests of a company with ${has(size.requests)}`, OF_REQUESTS, {
      ...ofRequests,
      scope: `r.company_id = '${id}'`,
    }),
    ...listsOf(`expense requests of a company with ${has(size.requests)}`, [waiting], {
      ...ofRequests,
      path: `${requests.path}/pending`,
      scope: `r.company_id = '${id}'`,
    }),
    ...listsOf(`expense requests of one person there`, OF_REQUESTS.slice(0, 1), {
      ...ofRequests,
      token: person,
      scope: `r.company_id = '${id}' and r.user_id = '${personOf(2, n)}'`,
    }),
    ...listsOf(`inbox of approvals of a company with ${has((size.requests * 9) / 10)}`, ofApprovals(owner), {
      path: "/companies/approvals",
      token: owners,
      rows: `${APPROVAL} from ${APPROVALS}`,
      counted: "company_approvals a",
      scope: `a.company_id = '${id}'`,
    }),
  ];
}

/** What our staff see of all companies. */
function ofAll(token: string, { expenses, requests }: Size): Listed[] {
  const newest: Case = ["the newest", {}, "true", "e.created_at desc, e.id desc"];
  const [, byAmount] = OF_EXPENSES;
  const found: Case = ["search", { search: "hilton 12" }, "", "e.created_at desc, e.id desc"];
  const either = (column: string, words: string[]): string =>
    words.map((word) => `(folded(${column}) like '%${word}%' or folded(o.name) like '%${word}%')`).join(" and ");
  return [
    ...listsOf(
      `expenses of all companies, ${expenses}`,
      [newest, byAmount!, [found[0], found[1], either("e.merchant", ["hilton", "12"]), found[3]]],
      {
        path: "/admin/corporate/expenses",
        token,
        rows: `${EXPENSE}, o.name as company, e.money_reference from ${EXPENSES} join companies o on o.id = e.company_id`,
        counted: "expenses e join companies o on o.id = e.company_id",
        scope: "true",
      },
    ),
    ...listsOf(
      `expense requests of all companies, ${requests}`,
      [
        ...OF_REQUESTS.slice(0, 3),
        ["search", { search: "kano 12" }, either("r.purpose", ["kano", "12"]), NEWEST_REQUESTS],
      ],
      {
        path: "/admin/corporate/expense-requests",
        token,
        rows: `
          r.id, r.purpose, r.kind, u.full_name as person, o.name as company, r.amount_kobo, r.status, r.payment_reference, r.created_at
          from expense_requests r join companies o on o.id = r.company_id join users u on u.id = r.user_id
        `,
        counted: "expense_requests r join companies o on o.id = r.company_id",
        scope: "true",
      },
    ),
  ];
}

/** Lists of the company with a hundredth of all, of one of the others, and of all companies for our staff. */
export async function benchCompanyLists(
  owner: pg.Pool,
  app: App,
  { address, staff, size }: { address: string; staff: string; size: Size },
): Promise<Figure[]> {
  const lists = [...(await ofCompany(app, 1, size)), ...(await ofCompany(app, 7, size)), ...ofAll(staff, size)];
  return benchListed(owner, address, lists);
}
