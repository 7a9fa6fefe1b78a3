import { count, counted, day, naira, sentence } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { WorkBar } from "../../../shared/actions/work.tsx";
import { PapersOf } from "../../../shared/companies/company-papers.tsx";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useCall } from "../../../shared/api/use-call.ts";
import { Figures, PlainTable } from "../../../shared/figures/figures.tsx";
import { Identity, Phone } from "../../../shared/record/identity.tsx";
import { RecordPage } from "../../../shared/record/record-page.tsx";
import { RecordTimeline } from "../../../shared/record/timeline.tsx";
import { WalletLimits } from "../../../shared/payments/wallet-limits.tsx";
import { useMay } from "../../../shared/session/session.ts";
import { StatusBadge, ToneBadge } from "../../../shared/ui/badge.tsx";
import { Copyable, Empty, Facts, Notice, Panel, When } from "../../../shared/ui/kit.tsx";
import { CompanyMoney } from "./company-money.tsx";
import { type Company, companyWork } from "./company-work.ts";

/** One company: who it says it is and what the register says, its owners, its people and money in figures, and what happened. */
export default function CompanyScreen(): ReactNode {
  return (
    <RecordPage call={calls.admissions.find} title={({ name }) => name} height={360}>
      {(company) => <Details company={company} />}
    </RecordPage>
  );
}

function Details({ company }: { company: Company }): ReactNode {
  const mayLimits = useMay(calls.limitRaises.ofWallet);
  const mayAudit = useMay(calls.audit.listAll);
  return (
    <>
      {company.waiting.map(({ id, title }) => (
        <Notice key={id} tone="warning">
          Waits for a second person: <Link to={`/admin/approvals/${id}`}>{title}</Link>
        </Notice>
      ))}
      <Identity
        sum={<StatusBadge kind="company" status={company.status} />}
        who={company.industry ?? "Industry not stated"}
        ids={
          <>
            {company.rc_number && (
              <Copyable text={company.rc_number} label="registration number">
                {company.rc_number}
              </Copyable>
            )}
            {company.phone && <Phone number={company.phone} />}
            {company.email && <a href={`mailto:${company.email}`}>{company.email}</a>}
          </>
        }
      />
      <WorkBar of={company} work={companyWork} label={`the company ${company.name}`} />
      <Figures
        items={[
          {
            label: "People",
            value: count(company.staff),
            note: `${counted(company.administrators, "administrator")} among them`,
            href: `/admin/companies/users/${company.id}?f.status=invited,expired,active,inactive`,
          },
          { label: "Owed by its people", value: naira(company.outstanding_kobo) },
          { label: "Running loans", value: count(company.loans_running) },
          {
            label: "Late",
            value: count(company.loans_late),
            ...(company.loans_late > 0 && { tone: "danger" as const }),
          },
          { label: "Requested", value: count(company.loans_requested) },
          {
            label: "Plan",
            value: company.unique_plan ?? "None",
            ...(company.plan_paid_until && { note: `paid until ${day(company.plan_paid_until)}` }),
          },
        ]}
      />
      {company.status !== "pending" && company.status !== "declined" && <CompanyMoney company_id={company.id} />}
      <div className="panels">
        <Compared company={company} />
        <Owners company={company} />
      </div>
      <Loans company={company} />
      {mayLimits && <WalletLimits id={company.id} isOurs={false} />}
      <PapersOf company_id={company.id} />
      {company.alike.length > 0 && <Alike company={company} />}
      <Panel
        title="Timeline"
        flush
        actions={mayAudit && <Link to={`/admin/audit?f.subject_id=${company.id}`}>On record</Link>}
      >
        <RecordTimeline call={calls.admissions.timeline} id={company.id} />
      </Panel>
    </>
  );
}

/** The last loans of its people. */
function Loans({ company }: { company: Company }): ReactNode {
  const filter = JSON.stringify({ company_id: company.id });
  const mayLook = useMay(calls.companyLoans.listAll);
  const { data } = useCall(calls.companyLoans.listAll, { query: { page: 1, limit: 10, filter } }, { enabled: mayLook });
  if (!mayLook || !data) return null;
  return (
    <Panel
      title="Loans of its people"
      actions={<Link to={`/admin/loans/business?f.company_id=${company.id}`}>All {count(data.total_count)}</Link>}
      flush
    >
      {data.items.length === 0 ? (
        <Empty title="No loan yet">What its people borrow appears here.</Empty>
      ) : (
        <PlainTable
          caption="Loans of its people"
          rows={data.items}
          columns={[
            { key: "reference", header: "Loan", card: "title", opens: ({ id }) => `/admin/loans/${id}` },
            { key: "customer", header: "Employee", kind: "person" },
            { key: "status", badge: "loan" },
            { key: "principal_kobo", header: "Amount" },
            { key: "outstanding_principal_kobo" },
            { key: "created_at", header: "Requested", kind: "day" },
          ]}
        />
      )}
    </Panel>
  );
}

/** What the company says of itself beside what the register says of its number. */
function Compared({ company }: { company: Company }): ReactNode {
  const { registered } = company;
  return (
    <Panel
      title="The register of companies"
      actions={
        registered && (
          <ToneBadge tone={registered.outcome === "active" ? "success" : "danger"}>
            {registered.outcome === "unknown" ? "Not found" : sentence(registered.outcome)}
          </ToneBadge>
        )
      }
    >
      {!registered && <p className="muted">This number was not looked up yet.</p>}
      {registered && (
        <Facts
          items={[
            {
              label: "Name there",
              value: registered.name ? (
                <>
                  {registered.name}{" "}
                  <ToneBadge tone={registered.is_same_name ? "success" : "danger"}>
                    {registered.is_same_name ? "The same" : "Another name"}
                  </ToneBadge>
                </>
              ) : (
                "–"
              ),
            },
            { label: "Address there", value: registered.address ?? "–" },
            { label: "Address it gave", value: company.address ?? "None yet" },
            { label: "Registered", value: registered.registered_on ? day(registered.registered_on) : "–" },
            { label: "Directors", value: registered.directors.join(", ") || "–" },
            { label: "Asked", value: <When at={registered.asked_at} /> },
          ]}
        />
      )}
    </Panel>
  );
}

const Owners = ({ company: { owners } }: { company: Company }): ReactNode => (
  <Panel title="Owners">
    {owners.length === 0 ? (
      <p className="muted">It has no administrator yet.</p>
    ) : (
      <ul className="list stack-8">
        {owners.map(({ id, name, email, has_joined }) => (
          <li key={id}>
            <Link to={`/admin/users/${id}`}>{name}</Link>, {email}
            {!has_joined && (
              <>
                {" "}
                <ToneBadge tone="info">Invited</ToneBadge>
              </>
            )}
          </li>
        ))}
      </ul>
    )}
  </Panel>
);

/** Others that may be the same company under another number. */
const Alike = ({ company: { alike } }: { company: Company }): ReactNode => (
  <Panel title="Others like it">
    <ul className="list stack-8">
      {alike.map(({ id, name, status, shares }) => (
        <li key={id}>
          <Link to={`/admin/companies/${id}`}>{name}</Link> <StatusBadge kind="company" status={status} />
          <div className="small muted">{shares === "name" ? "Nearly the same name" : `The same ${shares}`}</div>
        </li>
      ))}
    </ul>
  </Panel>
);
