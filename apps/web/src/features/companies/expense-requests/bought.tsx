import { day } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { PlainTable } from "../../../shared/figures/figures.tsx";
import { ActionButton } from "../../../shared/form/action-button.tsx";
import { accountTypeOf } from "../../../shared/session/session.ts";
import { Panel } from "../../../shared/ui/kit.tsx";
import type { Request } from "./request-work.ts";

const { unlinkPayment } = calls.expenseRequests;

/** What has paid for the lines of a purchase: each is an expense. */
export function Bought({ request: { id, version, bought, abilities } }: { request: Request }): ReactNode {
  if (bought.length === 0) return null;
  const type = accountTypeOf(location.pathname) ?? "corporate";
  return (
    <Panel title="Bought" flush>
      <PlainTable
        caption="Payments for the lines of this purchase"
        rows={bought}
        keyOf={({ expense_id }) => expense_id}
        columns={[
          {
            key: "merchant",
            header: "Where",
            card: "title",
            canWrap: true,
            render: ({ expense_id, merchant }) => <Link to={`/${type}/expenses/${expense_id}`}>{merchant}</Link>,
          },
          { key: "_day", header: "Day", render: ({ spent_on }) => day(spent_on) },
          { key: "line_number", header: "Line" },
          { key: "amount_kobo", header: "Amount" },
          ...(abilities["unlink_payment"] === null
            ? [
                {
                  key: "_unlink" as const,
                  header: "Link",
                  render: ({ expense_id, merchant }: Request["bought"][number]) => (
                    <ActionButton
                      call={unlinkPayment}
                      params={{ id }}
                      body={{ expense_id, version }}
                      confirm={{
                        title: `Was ${merchant} paid for something else?`,
                        body: "It stays an expense. Without another payment the request is to be paid again.",
                        yes: "Take off",
                      }}
                      done="Taken off."
                    >
                      Take off…
                    </ActionButton>
                  ),
                },
              ]
            : []),
        ]}
      />
    </Panel>
  );
}
