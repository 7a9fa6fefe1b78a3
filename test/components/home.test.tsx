/** The homes: what changed since 17:00 yesterday, one's own work or the team's, trouble, whom one brought. Each figure opens the list that it counts. */
import { roles } from "@manilla/contract/roles";
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { cleanup } from "vitest-browser-react";
import { queryClient } from "../../apps/web/src/shared/api/query-client.ts";
import { calls } from "../../apps/web/src/shared/api/calls.gen.ts";
import { CompanySection } from "../../apps/web/src/features/platform/dashboard/company-section.tsx";
import HomeScreen from "../../apps/web/src/features/platform/dashboard/home/home-screen.tsx";
import { StaffHome, WhoseSwitch } from "../../apps/web/src/features/platform/dashboard/staff-home.tsx";
import { rememberRecent } from "../../apps/web/src/shared/ui/recent.ts";
import { data, expectToLookWell, pageOf, phone, show } from "./stage.tsx";

const recent = (week: number, since: number) => ({ week, since });
const daily = {
  since: "2026-11-22T16:00:00.000Z",
  from: "2026-11-17",
  to: "2026-11-23",
  counted_at: "2026-11-23T09:00:00.000Z",
  approvals: { came: 9, left: 4 },
  cases: { came: 3, left: 1 },
  requests: { came: 0, left: 0 },
  past_due: { came: 2, left: 0 },
  unknown: { came: 0, left: 1 },
  lent: { count: 2, amount_kobo: 50_000_000 },
  rules: { approved: recent(12, 3), referred: recent(4, 0), declined: recent(7, 1), overruled: recent(2, 0) },
  changes: { rules: recent(1, 1), rights: recent(5, 0), tariffs: recent(0, 0) },
  brought: {
    month: "2026-11",
    target: 10,
    mine: { month: 4, since: 1, active: 3 },
    team: { month: 21, since: 6, active: 40 },
  },
  trouble: { providers: [{ name: "SMS", waiting: 3, next_at: "2026-11-23T10:05:00.000Z" }], undelivered: recent(6, 2) },
};
const sums = (count: number) => ({ count, amount_kobo: count * 100_000, oldest_at: "2026-11-20T09:00:00.000Z" });
const waiting = {
  to_decide: { ...sums(5), came: 2, left: 1 },
  all: sums(8),
  asked: { pending: 0, decided_today: 0, today: "2026-11-22" },
};
const server = ({ path }: { path: string }) =>
  path === calls.dailyStatistics.daily.path
    ? data(daily)
    : path === calls.approvals.waiting.path
      ? data(waiting)
      : ("silence" as const);
const home = (role: string, permissions: readonly string[]) =>
  show(<StaffHome>{null}</StaffHome>, { roles: [role], permissions, server });
async function opens(name: RegExp, list: string): Promise<void> {
  await expect.element(page.getByRole("link", { name })).toHaveAttribute("href", list);
}

const Whole = () => (
  <>
    <WhoseSwitch />
    <StaffHome>{null}</StaffHome>
  </>
);

const purse = { cash_kobo: 8_000_000, reward_kobo: 0, referral_kobo: 0, credit_kobo: 0, purse_kobo: 2_500_000 };
const ofPerson = ({ path }: { path: string }) =>
  path === calls.personalWallets.snapshot.path
    ? data(purse)
    : path === calls.approvalChains.waiting.path
      ? data({ to_decide: 5, amount_kobo: 12_000_000, oldest_at: null, asked: 1 })
      : ("silence" as const);

describe("the home of a person", () => {
  const permissions = [calls.personalWallets.snapshot, calls.approvalChains.waiting].flatMap(
    ({ can }) => can as readonly string[],
  );

  it("says what is in the wallet and the purse, and to the head of a department what waits for their decision", async () => {
    await show(<HomeScreen />, {
      roles: ["company_department_head"],
      permissions,
      server: ofPerson,
      account_types: ["customer"],
    });
    await opens(/^Cash wallet: ₦80,000.00/, "/customer/wallets");
    await opens(/^From your company: ₦25,000.00/, "/customer/wallets");
    await opens(
      /^Pending: 5/,
      "/customer/approvals?f.status=pending&f.for_me=true&sortColumn=created_at&sortOrder=asc",
    );
    await expect.element(page.getByText("Rewards")).not.toBeInTheDocument();
    await expectToLookWell();
  });

  it("offers what was bought last, each number once, and hands it to the form of the bill", async () => {
    const { bills } = calls;
    const bill = { kind: "airtime", service: "mtn", service_name: "MTN", item: "any", customer_name: null };
    const rows = [
      { ...bill, id: "b3", customer_no: "08031234567", amount_kobo: 50_000 },
      { ...bill, id: "b2", customer_no: "08031234567", amount_kobo: 20_000 },
      { ...bill, id: "b1", customer_no: "08039999999", amount_kobo: 30_000 },
    ];
    await show(<HomeScreen />, {
      roles: ["customer"],
      permissions: bills.buyAirtime.can as readonly string[],
      account_types: ["customer"],
      server: ({ path }) => (path.startsWith("/baxi/transaction/") ? pageOf(rows) : "silence"),
    });
    await expect.element(page.getByText("₦500.00")).toBeVisible();
    await expect.element(page.getByText("08039999999")).toBeVisible();
    await expect.element(page.getByText("₦200.00")).not.toBeInTheDocument();
    const [first] = page.getByRole("link", { name: "MTN" }).elements();
    expect(first?.getAttribute("href")).toBe("/customer/bills");
    await expectToLookWell();
  });

  it("asks nobody to decide who decides nothing", async () => {
    await show(<HomeScreen />, {
      roles: ["company_staff"],
      permissions,
      server: ofPerson,
      account_types: ["customer"],
    });
    await opens(/^Cash wallet/, "/customer/wallets");
    await expect.element(page.getByText("For me to decide")).not.toBeInTheDocument();
  });
});

describe("the home of an employee", () => {
  const { cards, expenseRequests, expenses, repayments } = calls;
  const me = "01a2041b-0000-7000-8000-000000000001";
  const request = { purpose: "Week in Kano", status: "pending", amount_kobo: 4_500_000, created_at: daily.since };
  const card = { kind: "company_debit", form: "virtual", label: "Travel", last4: "1829", status: "active" };

  it("begins with what they asked for and the cards in their hands, and offers no loan before that", async () => {
    await show(<HomeScreen />, {
      roles: ["company_staff"],
      permissions: [expenseRequests.listAll, cards.ofHolder, expenses.listAll, repayments.listOwn].flatMap(
        ({ can }) => can as readonly string[],
      ),
      account_types: ["customer"],
      staff_account_type: "business",
      server: ({ path }) =>
        path === expenseRequests.listAll.path
          ? pageOf([{ ...request, id: "r1" }])
          : path === `/staff/cards/${me}`
            ? pageOf([{ ...card, id: "c1" }])
            : path === "/cards/c1"
              ? data({ ...card, id: "c1", available_kobo: 3_500_000 })
              : path === calls.savedViews.figures.path
                ? data({ figures: [{ count: 1, is_more: false, sum_kobo: null }] })
                : path === repayments.listOwn.path
                  ? data({ repayments: [], receipts: [], credit_balance_kobo: 0 })
                  : "silence",
    });
    await opens(/^Week in Kano/, "/customer/expenses/requests/r1");
    await expect.element(page.getByText(/With those who decide/)).toBeVisible();
    await opens(/^Ask for money/, "/customer/expenses/requests/new");
    await opens(/^Travel •••• 1829/, "/customer/cards/c1");
    await expect.element(page.getByText("₦35,000.00")).toBeVisible();
    await opens(/^1 expense without a receipt/, "/customer/expenses?f.has_receipt=false&f.status=recorded,flagged");
    await expect.element(page.getByText("You owe")).not.toBeInTheDocument();
    await expectToLookWell();
  });
});

describe("the homes", () => {
  it("say what the rules decided, what of it since 17:00 yesterday, and open the decisions", async () => {
    await home("super_risk", calls.creditDecisions.listAll.can as readonly string[]);
    const week = "rangeKey=decided_at&rangeStart=2026-11-17&rangeEnd=2026-11-23";
    await opens(/^Yes: 12/, `/admin/credit-decisions?f.outcome=approved&${week}`);
    await opens(/^No: 7/, `/admin/credit-decisions?f.outcome=declined&${week}`);
    await opens(/^Overruled: 2/, `/admin/credit-decisions?f.is_overruled=yes&${week}`);
    await expect.element(page.getByText("3 since 17:00 yesterday")).toBeVisible();
    await expectToLookWell();
  });

  it("say what waits in cards and payments, where somebody works in them, and open those queues", async () => {
    const { refunds, transferReviews, moneyEvents } = calls;
    const permissions = [refunds.listAll, transferReviews.listAll, moneyEvents.listOpen].flatMap(
      ({ can }) => can as readonly string[],
    );
    const counts: Record<string, number> = {
      [refunds.listAll.path]: 4,
      [transferReviews.listAll.path]: 0,
      [moneyEvents.listOpen.path]: 3,
    };
    await show(<StaffHome>{null}</StaffHome>, {
      roles: ["super_finance"],
      permissions,
      server: ({ path }) => (path in counts ? pageOf([], counts[path]) : "silence"),
    });
    await opens(/^Waiting: 4/, "/admin/refunds?f.status=open");
    await opens(/^Waiting: 3/, "/admin/payments?f.is_unknown=yes");
    await expect.element(page.getByText("No transfer is held")).toBeVisible();
    await expect.element(page.getByText("Card disputes")).not.toBeInTheDocument();
  });

  it("say which rules, rights and tariffs changed, and open their audit records", async () => {
    await home("super_admin", calls.audit.listAll.can as readonly string[]);
    const week = "rangeKey=recorded_at&rangeStart=2026-11-17&rangeEnd=2026-11-23";
    await opens(/^Rights: 5/, `/admin/audit?f.topic=rights&${week}`);
    await opens(/^Rules: 1/, `/admin/audit?f.topic=rules&${week}`);
    await expect.element(page.getByText("1 since 17:00 yesterday")).toBeVisible();
  });

  it("say what does not work: a service that does not answer, messages that did not arrive", async () => {
    await home("super_support", calls.communications.undelivered.can as readonly string[]);
    await expect
      .element(page.getByRole("listitem").first())
      .toMatchTextContent(/SMS does not answer.*3 messages or payments waiting/);
    const week = "rangeKey=started_at&rangeStart=2026-11-17&rangeEnd=2026-11-23";
    await opens(/^Undelivered in 7 days: 6/, `/admin/undelivered-messages?${week}`);
  });

  it("never say that all services answer beside one that does not", async () => {
    const trouble = { ...daily.trouble, undelivered: recent(0, 0) };
    const shown = (providers: object[]) =>
      show(<StaffHome>{null}</StaffHome>, {
        roles: ["super_support"],
        permissions: calls.communications.undelivered.can as readonly string[],
        server: ({ path }) =>
          path === calls.dailyStatistics.daily.path
            ? data({ ...daily, trouble: { ...trouble, providers } })
            : "silence",
      });
    await shown(trouble.providers);
    await expect.element(page.getByText("Services without an answer")).toBeVisible();
    await expect.element(page.getByText(/All services answer/)).not.toBeInTheDocument();
    await cleanup();
    queryClient.clear();
    await shown([]);
    await expect.element(page.getByText(/All services answer/).first()).toBeVisible();
  });

  it("switch between one's own work and the team's, and Back keeps it", async () => {
    await page.viewport(...phone);
    const permissions = [...calls.approvals.waiting.can, ...calls.peopleStatistics.leads.can];
    const { router } = await show(<Whole />, {
      roles: ["super_admin", "super_sales_agent"],
      permissions,
      server,
      route: { path: "/admin/dashboard", address: "/admin/dashboard" },
    });
    await opens(/^Requests: 5/, "/admin/approvals?f.status=pending&f.for_me=true&sortColumn=created_at&sortOrder=asc");
    await expect.element(page.getByText("2 more, 1 fewer since 17:00 yesterday")).toBeVisible();
    await expect.element(page.getByText("6 to go")).toBeVisible();
    await page.getByRole("link", { name: "Team", exact: true }).click();
    expect(router.state.location.search).toBe("?of=team");
    await opens(/^Requests: 8/, "/admin/approvals?f.status=pending&sortColumn=created_at&sortOrder=asc");
    await expect.element(page.getByText("9 more, 4 fewer since 17:00 yesterday")).toBeVisible();
    await opens(
      /^Brought this month: 21/,
      "/admin/users?f.is_brought=yes&rangeKey=created_at&rangeStart=2026-11-01&rangeEnd=2026-11-30",
    );
    await expectToLookWell();
  });

  it("says which companies to talk to, and nothing of what is well", async () => {
    const at_risk = { wallets_low: 2, lines_used: 0, plans_ending: 1, plans_end_by: "2026-11-30" };
    await show(<Whole />, {
      roles: ["super_business"],
      permissions: calls.admissions.statistics.can as readonly string[],
      server: ({ path }) => (path === calls.admissions.statistics.path ? data({ at_risk }) : "silence"),
    });
    await opens(/^Wallet low: 2/, "/admin/companies?f.status=approved&f.is_wallet_low=true");
    await opens(
      /^Plan ends: 1/,
      "/admin/companies?f.status=approved&f.has_plan=true&rangeKey=plan_paid_until&rangeEnd=2026-11-30",
    );
    await expect.element(page.getByText(/of line drawn/)).not.toBeInTheDocument();
    await expectToLookWell();
  });

  it("have no switch where no block knows the difference", async () => {
    await show(<Whole />, {
      roles: ["super_business"],
      permissions: calls.admissions.requests.can as readonly string[],
      server,
      route: { path: "/admin/dashboard", address: "/admin/dashboard" },
    });
    await expect.element(page.getByRole("heading", { name: "Company applications" })).toBeVisible();
    expect(page.getByRole("link", { name: "Team", exact: true }).elements()).toEqual([]);
    await cleanup();
  });
});

describe("the home of a company", () => {
  const ask = [
    calls.lineStatements.listAll,
    calls.expenses.listAll,
    calls.cards.listOwn,
    calls.companyActivities.recent,
  ];
  const bill = { id: "01a2041b-0000-7000-8000-000000000031", month: "2026-10", due_on: "2026-12-05", status: "issued" };
  const company = ({ path, query }: { path: string; query: URLSearchParams }) => {
    if (path.startsWith("/companies/creditLimit/statements/company/"))
      return data({
        company: { id: "1", name: "Obi Foods" },
        statements: [{ ...bill, full_kobo: 9_000_000, paid_kobo: 1_000_000, left_kobo: 500_000 }],
        payment: null,
      });
    if (path.startsWith("/companies/activities/recent/"))
      return data({
        activities: [
          {
            id: "1",
            type: "staff_created",
            level: 3,
            words: "Ada invited Ben",
            users: [],
            happened_at: "2026-11-20T09:00:00Z",
          },
        ],
      });
    if (path !== calls.savedViews.figures.path) return "silence" as const;
    const of = JSON.parse(query.get("of") ?? "[]") as { list: string; filter: string }[];
    return data({
      figures: of.map(({ list, filter }) =>
        list === calls.cards.listOwn.path || filter.includes('flagged"]')
          ? { count: 2, is_more: false, sum_kobo: list === calls.cards.listOwn.path ? null : 3_000_000 }
          : { count: 0, is_more: false, sum_kobo: null },
      ),
    });
  };

  it("says what its line has to be paid, what is frozen and flagged, and what happened last; each opens its list", async () => {
    await show(<CompanySection>{[null, null]}</CompanySection>, {
      account_types: ["corporate"],
      permissions: ask.flatMap(({ can }) => can as readonly string[]),
      server: company,
    });
    const statement = `/corporate/wallet/credit/statements/${bill.id}`;
    await opens(/^Minimum: ₦5,000/, statement);
    await opens(/^All of it: ₦80,000/, statement);
    await opens(/^Frozen: 2/, "/corporate/cards?f.status=frozen");
    await opens(/^Flagged: 2/, "/corporate/expenses?f.status=flagged");
    await expect.element(page.getByText("There twice")).not.toBeInTheDocument();
    await expect.element(page.getByText("Ada invited Ben", { exact: false })).toBeVisible();
  });

  it("owes on its line what its page and its statement say: penalties too", async () => {
    const line = { limit_kobo: 500_000_00, drawn_kobo: 120_000_00, interest_kobo: 3_000_00, penalty_kobo: 1_200_50 };
    await show(<CompanySection>{[null, null]}</CompanySection>, {
      account_types: ["corporate"],
      permissions: calls.creditLines.findOwn.can as readonly string[],
      server: ({ path }) =>
        path === calls.creditLines.findOwn.path
          ? data({ line: { ...line, available_kobo: 380_000_00 }, application: null, may_sign: [] })
          : "silence",
    });
    await opens(/^Owed: ₦124,200\.50/, "/corporate/wallet/credit");
    await expect.element(page.getByText("₦3,000.00 of it interest, ₦1,200.50 of it penalty")).toBeVisible();
  });

  it("begins for HR with what waits for their answer", async () => {
    await show(<CompanySection>{[null, null]}</CompanySection>, {
      account_types: ["corporate"],
      roles: ["company_hr"],
      permissions: roles.company_hr.permissions,
      server: ({ path, query }) =>
        path === calls.savedViews.figures.path && query.get("of")?.includes(calls.loans.listOfCompany.path)
          ? data({ figures: [{ count: 1, is_more: false, sum_kobo: 27_500_000 }] })
          : "silence",
    });
    await opens(/^To answer: 1/, "/corporate/employee-loan-history?f.status=requested");
    const headings = page.getByRole("heading", { level: 2 }).elements();
    expect(headings.slice(0, 4).map(({ textContent }) => textContent)).toEqual([
      "Loan requests",
      "Late loans of employees",
      "Employees to confirm",
      "Salary deductions",
    ]);
  });
});

describe("the home of support", () => {
  const { statistics } = calls.assignments;
  const me = "01a2041b-0000-7000-8000-000000000001";
  const cases = { pending: 3, contacted: 1, due: 2 };
  const answers = ({ path }: { path: string }) =>
    path === statistics.path
      ? data({ totals: { ...cases, due: 9 }, business_date: "2026-11-23", admins: [{ admin: { id: me }, ...cases }] })
      : ("silence" as const);
  const support = () =>
    show(<StaffHome>{null}</StaffHome>, {
      roles: ["super_support"],
      permissions: [...statistics.can, ...calls.people.listByStatus.can] as string[],
      server: answers,
    });

  it("counts whom one was to call by today, and opens them", async () => {
    await support();
    await expect.element(page.getByText("To call by today")).toBeVisible();
    await opens(/^To call by today: 2/, "/admin/users/assigned-to-me?f.call_again_on=..2026-11-23");
  });

  it("leads back to the people that were opened last", async () => {
    const person = "/admin/users/01a22367-aa3a-78bd-821b-ff6ef0968cf8";
    rememberRecent(me, "admin", { label: "Suleiman Tanko", detail: "Customer", link: person });
    rememberRecent(me, "admin", { label: "Loan LN-1", detail: "Loan", link: "/admin/loans/1" });
    await support();
    await opens(/^Suleiman Tanko$/, person);
    await expect.element(page.getByText("Loan LN-1")).not.toBeInTheDocument();
    await expectToLookWell();
  });
});
