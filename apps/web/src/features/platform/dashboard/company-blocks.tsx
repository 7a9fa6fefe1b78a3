/** More of a company's home: what its line has to be paid, its cards and expenses that ask for a look, and what happened last. */
import { day, naira } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { Activities } from "../../../shared/companies/activities.tsx";
import { Figures } from "../../../shared/figures/figures.tsx";
import { type Counted, tally, useViewFigures } from "../../../shared/list/view-figures.ts";
import { useSession } from "../../../shared/session/session.ts";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Panel } from "../../../shared/ui/kit.tsx";
import { Block } from "./block.tsx";
import styles from "./dashboard.module.css";

const STATEMENTS = "/corporate/wallet/credit/statements";

/** The newest statement of the line that is not paid: the least of it, and all of it. */
export const NextBill = ({ id }: { id: string }): ReactNode => (
  <Block
    title="Credit to pay"
    call={calls.lineStatements.listAll}
    input={{ params: { id } }}
    to={STATEMENTS}
    empty="No statement waits for its payment"
    figures={({ statements }) =>
      statements
        .filter(({ status }) => status === "issued" || status === "overdue")
        .slice(0, 1)
        .flatMap((bill) => [
          {
            label: bill.status === "overdue" ? "Overdue" : "Minimum",
            value: naira(bill.left_kobo),
            note: `due on ${day(bill.due_on)}`,
            tone: bill.status === "overdue" ? ("danger" as const) : ("warning" as const),
            href: `${STATEMENTS}/${bill.id}`,
          },
          {
            label: "All of it",
            value: naira(Math.max(0, bill.full_kobo - bill.paid_kobo)),
            note: `of ${naira(bill.full_kobo)}`,
            href: `${STATEMENTS}/${bill.id}`,
          },
        ])
    }
  />
);

interface View extends Counted {
  label: string;
  /** As the list's address narrows it. */
  to: string;
}

/** Views of lists, counted together; those in which nothing is are left out. */
const counting = (title: string, to: string, empty: string, viewsOf: (company_id: string) => readonly View[]) =>
  function CountedViews(): ReactNode {
    const views = viewsOf(useSession().user.company_id ?? "");
    const figures = useViewFigures(views);
    const isKnown = figures.length === views.length && figures.every((figure) => figure !== null);
    const items = views.flatMap((view, place) => {
      const figure = figures[place];
      if (!figure || figure.count === 0) return [];
      return [
        {
          label: view.label,
          value: tally(figure),
          ...(figure.sum_kobo !== null && { note: naira(figure.sum_kobo) }),
          tone: "warning" as const,
          href: view.to,
        },
      ];
    });
    return (
      <Panel title={title} actions={<Link to={to}>Open</Link>} flush isSmall={views.length === 1}>
        {items.length > 0 ? (
          <Figures items={items} />
        ) : (
          <p className={styles.none}>{isKnown ? empty : "Not counted yet."}</p>
        )}
      </Panel>
    );
  };

const expenses = { call: calls.expenses.listAll, sum: "amount_kobo" } as const;
export const Expenses = counting(
  "Expenses to look at",
  "/corporate/expenses",
  "Nothing is flagged",
  (): readonly View[] => [
    { ...expenses, label: "Flagged", filter: { status: ["flagged"] }, to: "/corporate/expenses?f.status=flagged" },
    { ...expenses, label: "There twice", filter: { is_twice: true }, to: "/corporate/expenses?f.is_twice=true" },
    {
      ...expenses,
      label: "Without a receipt",
      filter: { has_receipt: false, status: ["recorded", "flagged"] },
      to: "/corporate/expenses?f.has_receipt=false&f.status=recorded,flagged",
    },
  ],
);

export const Cards = counting("Frozen cards", "/corporate/cards", "No card is frozen", () => [
  {
    call: calls.cards.listOwn,
    label: "Frozen",
    filter: { status: ["frozen"] },
    to: "/corporate/cards?f.status=frozen",
  },
]);

/** Requests of employees which their company has not answered; the provider decides after it. */
export const LoanRequests = counting(
  "Loan requests",
  "/corporate/loans/requests",
  "No employee waits for your answer",
  () => [
    {
      call: calls.loans.listOfCompany,
      label: "To answer",
      filter: { status: ["requested"] },
      sum: "principal_kobo",
      to: "/corporate/employee-loan-history?f.status=requested",
    },
  ],
);

const sent = (company_id: string, label: string, status: string): View => ({
  call: calls.transfers.listOfCompany,
  params: { id: company_id },
  label,
  filter: { status: [status] },
  sum: "total_kobo",
  to: `/corporate/transfers?f.status=${status}`,
});
export const Transfers = counting("Transfers", "/corporate/transfers", "None is planned, unknown or failed", (id) => [
  sent(id, "Planned", "scheduled"),
  sent(id, "Unknown", "unknown"),
  sent(id, "Failed", "failed"),
]);

/** What happened last; all of it is on its page. */
export function LastActs({ id }: { id: string }): ReactNode {
  const answer = useRecord(calls.companyActivities.recent, { params: { company_id: id } });
  return (
    <Panel title="Last activities" actions={<Link to="/corporate/activities">Open</Link>}>
      <Answered of={answer} height={120}>
        {({ activities }) =>
          activities.length === 0 ? <p className="muted">Nothing yet</p> : <Activities activities={activities} />
        }
      </Answered>
    </Panel>
  );
}
