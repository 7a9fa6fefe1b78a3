import { day } from "@manilla/contract/formats";
import { displayPhone } from "@manilla/contract/phone";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { OwnPapers } from "../../../shared/companies/company-papers.tsx";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { reloadSession, useMay } from "../../../shared/session/session.ts";
import { StatusBadge } from "../../../shared/ui/badge.tsx";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Copyable, Facts, Panel } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import { type Company, CompanyForm } from "./company-form.tsx";

/** R019: the company as the provider knows it. Those who may, change it here. */
export default function CompanyProfileScreen(): ReactNode {
  const answer = useRecord(calls.companies.findOwn, {});
  const mayChange = useMay(calls.companies.updateOwn);
  return (
    <Page width="form" lead={answer.data?.company.name}>
      <Answered of={answer} height={320}>
        {({ company }) => (
          <>
            <Panel title="Registration" actions={<StatusBadge kind="company" status={company.status} />}>
              <Registration company={company} isWhole={!mayChange} />
            </Panel>
            {mayChange && (
              <Panel title="Details">
                <CompanyForm
                  company={company}
                  submit="Save"
                  onDone={async () => {
                    await reloadSession();
                    toast("Saved.");
                  }}
                />
              </Panel>
            )}
          </>
        )}
      </Answered>
      <OwnPapers />
    </Page>
  );
}

function Registration({ company, isWhole }: { company: Company; isWhole: boolean }): ReactNode {
  return (
    <Facts
      items={[
        {
          label: "Registration number",
          value: company.rc_number ? (
            <Copyable text={company.rc_number} label="registration number">
              {company.rc_number}
            </Copyable>
          ) : (
            "–"
          ),
        },
        {
          label: "Plan",
          value: (
            <>
              {company.unique_plan
                ? `${company.unique_plan}${company.plan_paid_until ? `, paid until ${day(company.plan_paid_until)}` : ""}`
                : "None yet"}{" "}
              · <Link to="/corporate/subscription">Subscription</Link>
            </>
          ),
        },
        isWhole && { label: "Name", value: company.name },
        isWhole && { label: "Industry", value: company.industry ?? "–" },
        isWhole && { label: "Address", value: company.address ?? "–" },
        isWhole && { label: "Phone", value: company.phone ? displayPhone(company.phone) : "–" },
        isWhole && { label: "E-mail", value: company.email ?? "–" },
      ]}
    />
  );
}
