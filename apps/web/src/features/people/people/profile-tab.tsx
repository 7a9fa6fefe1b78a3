import { day, fullName, naira, ordinal } from "@manilla/contract/formats";
import { bankName } from "@manilla/contract/nigeria/banks";
import { WITHHELD } from "@manilla/contract/people/papers";
import { roleName } from "@manilla/contract/role-names";
import type { ReactNode } from "react";
import { Facts, Panel, When } from "../../../shared/ui/kit.tsx";
import { Actions } from "../../../shared/actions/actions.tsx";
import { calls } from "../../../shared/api/calls.gen.ts";
import { StatusBadge } from "../../../shared/ui/badge.tsx";
import { EditButton } from "./edit-forms.tsx";
import { orDash, type Person, words } from "./parts.tsx";
import styles from "./person.module.css";

const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

const amount = (kobo: number | bigint | null): ReactNode => (kobo === null ? orDash(null) : naira(kobo));

/** What the person says of themselves: profile, employment, and the requested card. */
export function ProfileTab({ person }: { person: Person }): ReactNode {
  const { profile } = person;
  const began =
    profile.company_start_year === null
      ? null
      : `${months[(profile.company_start_month ?? 0) - 1] ?? ""} ${profile.company_start_year}`.trim();
  const isSelfEmployed = profile.employment_status === "self-employed";
  return (
    <div className={styles.columns}>
      <Panel title="Profile" actions={<EditButton person={person} part="personal" />}>
        <Facts
          items={[
            { label: "Name", value: fullName(person) },
            { label: "Date of birth", value: profile.date_of_birth ? day(profile.date_of_birth) : orDash(null) },
            { label: "Gender", value: words(profile.gender) },
            { label: "Marital status", value: words(profile.marital_status) },
            { label: "Address", value: orDash(profile.address) },
            { label: "State", value: orDash(profile.state) },
            { label: "Local government", value: orDash(profile.local_government) },
            { label: "Education", value: words(profile.education) },
            { label: "Roles", value: person.roles.map(roleName).join(", ") || orDash(null) },
          ]}
        />
      </Panel>
      <Panel title="Employment">
        <Facts
          items={[
            { label: "Earns as", value: words(profile.employment_status) },
            {
              label: isSelfEmployed ? "Business" : "Employer",
              value: orDash(profile.employer ?? person.company?.name),
            },
            {
              label: "Salary",
              value: person.withheld.includes("salary") ? WITHHELD.salary : amount(profile.salary_kobo),
            },
            {
              label: "Salary day",
              value: profile.salary_day === null ? orDash(null) : `${ordinal(profile.salary_day)} of the month`,
            },
            ...(isSelfEmployed
              ? [
                  { label: "Industry", value: orDash(profile.company_industry) },
                  { label: "What it does", value: orDash(profile.company_description) },
                  { label: "Since", value: orDash(began) },
                  { label: "Monthly income", value: amount(profile.company_monthly_income_kobo) },
                  { label: "Monthly profit", value: amount(profile.company_monthly_profit_kobo) },
                ]
              : [
                  { label: "Position", value: orDash(profile.position) },
                  { label: "Kind of work", value: words(profile.emp_type) },
                  { label: "Address of employer", value: orDash(profile.company_address) },
                ]),
            {
              label: "Work e-mail",
              value: person.official_email ? (
                <>
                  {person.official_email}{" "}
                  {person.work_email_verified_at ? (
                    <span className="muted">
                      verified <When at={person.work_email_verified_at} />
                    </span>
                  ) : (
                    <span className="muted">not verified</span>
                  )}
                </>
              ) : profile.trial_work_email ? (
                <>
                  {profile.trial_work_email} <span className="muted">code not entered yet</span>
                </>
              ) : (
                orDash(null)
              ),
            },
            profile.trial_account_no && {
              label: "Account tried",
              value: (
                <>
                  {profile.trial_account_no}, {bankName(profile.trial_bank_code ?? "")}{" "}
                  <span className="muted">not known to the bank</span>
                </>
              ),
            },
          ]}
        />
        <div className="buttons" style={{ marginTop: 12 }}>
          <EditButton person={person} part="money" />
          <EditButton person={person} part="employed" />
          <EditButton person={person} part="self_employed" />
        </div>
      </Panel>
      <Panel
        title="Card"
        actions={
          person.card_request && (
            <Actions of={{ ...person, ...person.card_request }} calls={[calls.profiles.activateDebitCard]} isWhole />
          )
        }
      >
        {person.card_request ? (
          <Facts
            items={[
              { label: "Kind", value: words(person.card_request.card_type) },
              { label: "Request", value: <StatusBadge kind="card" status={person.card_request.status} /> },
              { label: "Requested", value: <When at={person.card_request.requested_at} /> },
            ]}
          />
        ) : (
          <p className="muted">No card was requested.</p>
        )}
      </Panel>
    </div>
  );
}
