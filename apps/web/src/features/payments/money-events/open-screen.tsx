import { billProviders } from "@manilla/contract/payments/bill-kinds";
import { moneySources } from "@manilla/contract/payments/money-event-kinds";
import { count as digits, counted, date, naira } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useCall, useRecord } from "../../../shared/api/use-call.ts";
import { Figures } from "../../../shared/figures/figures.tsx";
import { ListPage } from "../../../shared/list/list-page.tsx";
import { accountTypeOf, useMay } from "../../../shared/session/session.ts";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Notice, Panel } from "../../../shared/ui/kit.tsx";
import { SwitchBanks } from "./switch-banks.tsx";
import { columnsFor } from "./list.tsx";

const LEADS = {
  admin: "Payments under way. A provider that has not answered is asked again; after 14 minutes somebody here decides.",
  corporate: "What is on its way, and what awaits approval.",
  customer: "What is on its way, and what is planned.",
} as const;

/** R146: what has not ended; for the provider's staff with how much, since when, and what nobody has answered. */
export default function OpenScreen(): ReactNode {
  const type = accountTypeOf(location.pathname) ?? "customer";
  return (
    <>
      <ListPage
        call={calls.moneyEvents.listOpen}
        columns={columnsFor(type).filter(({ key }) => key !== "status")}
        views={[{ name: "Without an answer", address: "f.is_unknown=true", empty: "Everything was answered" }]}
        href={({ id }) => `/${type}/transactions/${id}`}
        above={
          type === "admin" ? (
            <>
              <Sellers />
              <ByProvider />
              <Desk />
            </>
          ) : undefined
        }
        lead={LEADS[type]}
        empty="Nothing is on its way."
      />
    </>
  );
}

/** Floats at the sellers of bills that run low, and sellers that are switched off: before people meet it. */
function Sellers(): ReactNode {
  const mayLook = useMay(calls.billDesk.providers);
  const { data } = useCall(calls.billDesk.providers, {}, { enabled: mayLook });
  const short = (data?.providers ?? []).filter(({ is_low, is_on }) => is_low || !is_on);
  if (short.length === 0) return null;
  return (
    <Notice tone="warning">
      {short.map(({ provider, is_on, balance_kobo }) => (
        <div key={provider}>
          {billProviders[provider]}:{" "}
          {is_on ? `its float is low, ${naira(balance_kobo ?? 0)} is left.` : "it is switched off."}
        </div>
      ))}
      <Link to="/admin/bill-providers">Providers of bills</Link>
    </Notice>
  );
}

/** One provider's payments of a day. */
const inADay = (label: string, arrived: number, failed: number, unknown: number) => ({
  label,
  value: `${digits(arrived)} arrived`,
  note: `${digits(failed)} failed, ${digits(unknown)} unknown now`,
  ...(failed > arrived && { tone: "danger" as const }),
});

/** Who fails: the sellers of bills and the banks, each with its last 24 hours; and what left for banks in the day. */
function ByProvider(): ReactNode {
  const mayLook = useMay(calls.billDesk.providers);
  const bills = useCall(calls.billDesk.providers, {}, { enabled: mayLook });
  const answer = useRecord(calls.transferDesk.find, {});
  return (
    <Answered of={answer} height={120}>
      {(banks) => (
        <Panel title="By provider, in a day" flush actions={<SwitchBanks banks={banks} />}>
          {!banks.is_on && <Notice tone="danger">Nothing leaves for banks. {banks.notice}</Notice>}
          <Figures
            items={[
              inADay("Transfers to banks", banks.arrived_today, banks.failed_today, banks.unknown_now),
              ...(bills.data?.providers ?? []).map((each) =>
                inADay(billProviders[each.provider], each.delivered_today, each.failed_today, each.unknown_now),
              ),
              {
                label: "Sent to banks today",
                value: naira(banks.out_today_kobo),
                note: `of ${naira(banks.limit_kobo)}; beyond it each transfer is looked at`,
              },
            ]}
          />
        </Panel>
      )}
    </Answered>
  );
}

function Desk(): ReactNode {
  const answer = useRecord(calls.moneyEvents.desk, {});
  return (
    <Answered of={answer} height={90}>
      {({ open }) =>
        open.length === 0 ? null : (
          <Figures
            items={open.map(({ source, count, amount_kobo, unknown, oldest_at }) => ({
              label: `${moneySources[source]}: ${counted(count, "payment")}`,
              value: naira(amount_kobo),
              href: `/admin/payments?f.source=${source}`,
              note: `${unknown > 0 ? `${unknown} without an answer; the` : "The"} oldest of ${date(oldest_at)}`,
            }))}
          />
        )
      }
    </Answered>
  );
}
