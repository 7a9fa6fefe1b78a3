import { personBadge } from "@manilla/contract/badges";
import { type Paper, WITHHELD } from "@manilla/contract/people/papers";
import { displayPhone } from "@manilla/contract/phone";
import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { PersonDecisions } from "../../../shared/decisions/person-decisions.tsx";
import { StatusBadge, ToneBadge } from "../../../shared/ui/badge.tsx";
import { Copyable, LinkButton, Notice, Panel, When } from "../../../shared/ui/kit.tsx";
import { RecordPage } from "../../../shared/record/record-page.tsx";
import { RecordTabs } from "../../../shared/record/tabs.tsx";
import { RecordTimeline } from "../../../shared/record/timeline.tsx";
import { BureauTab } from "./bureau-tab.tsx";
import { CommentsTab } from "./comments-tab.tsx";
import { ContactsTab } from "./contacts-tab.tsx";
import { DataTab } from "./data-tab.tsx";
import { DecisionPanel, goToDecision } from "./decision-panel.tsx";
import { DocumentsTab } from "./documents-tab.tsx";
import { Handling } from "./handling.tsx";
import { IdentityTab } from "./identity-tab.tsx";
import { LimitsTab } from "./limits-tab.tsx";
import { LoansTab } from "./loans-tab.tsx";
import { OrdersTab } from "./orders-tab.tsx";
import type { Person } from "./parts.tsx";
import styles from "./person.module.css";
import { ProfileTab } from "./profile-tab.tsx";
import { fullName } from "../../../shared/people/names.ts";
import { StatementTab } from "./statement-tab.tsx";
import { ViewAs } from "./view-as.tsx";

interface Part {
  /** Of its address, `?tab=`. */
  key: string;
  label: string;
  show: (person: Person) => ReactNode;
  count?: (person: Person) => number;
  /** What one has to be allowed to see for it. */
  paper?: Paper;
}

const part = (key: string, label: string, show: Part["show"], more: Partial<Part> = {}): Part => ({
  key,
  label,
  show,
  ...more,
});

/** The tabs of a case, each with its parts; what a tab counts is its first part's. */
const tabs: readonly { label: string; parts: readonly [Part, ...Part[]] }[] = [
  {
    label: "Profile",
    parts: [
      part("profile", "Profile", (person) => <ProfileTab person={person} />),
      part("data", "Data protection", (person) => <DataTab person={person} />),
    ],
  },
  {
    label: "Identity",
    parts: [part("identity", "Identity", (person) => <IdentityTab person={person} />, { paper: "identity" })],
  },
  {
    label: "Documents",
    parts: [
      part("documents", "Documents", (person) => <DocumentsTab person={person} />, {
        paper: "documents",
        count: (person) => person.documents.length,
      }),
    ],
  },
  {
    label: "Statement",
    parts: [part("statement", "Statement", (person) => <StatementTab person={person} />, { paper: "statement" })],
  },
  {
    label: "Bureau",
    parts: [
      part("bureau", "Bureau & checks", (person) => <BureauTab person={person} />, { paper: "bureau" }),
      part("decision", "Credit decision", (person) => <PersonDecisions userId={person.id} />, { paper: "bureau" }),
    ],
  },
  {
    label: "Loans",
    parts: [
      part("loans", "Loans", (person) => <LoansTab person={person} />, { count: (person) => person.loans.count }),
      part("limits", "Limits & plan", (person) => <LimitsTab person={person} />),
      part("orders", "Orders", (person) => <OrdersTab person={person} />),
    ],
  },
  {
    label: "Comments",
    parts: [
      part("comments", "Comments", (person) => <CommentsTab person={person} />, {
        count: (person) => person.comment_count,
      }),
      part("contacts", "Contacts", (person) => <ContactsTab person={person} />),
    ],
  },
  {
    label: "Timeline",
    parts: [
      part("activity", "Timeline", ({ id }) => (
        <Panel title="What happened" flush>
          <RecordTimeline call={calls.people.activity} id={id} />
        </Panel>
      )),
    ],
  },
];
/** The tab and the part that an address opens. */
function openedBy(key: string | null): { tab: (typeof tabs)[number]; open: Part } {
  const tab = tabs.find(({ parts }) => parts.some((each) => each.key === key)) ?? tabs[0]!;
  return { tab, open: tab.parts.find((each) => each.key === key) ?? tab.parts[0] };
}

/** R045: a person's whole case on one page; what is open stays in the address. */
export default function PersonScreen(): ReactNode {
  return (
    <RecordPage call={calls.people.find} title={({ user }) => fullName(user)} subject="person" height={220}>
      {({ user }) => <Case person={user} />}
    </RecordPage>
  );
}

function Case({ person }: { person: Person }): ReactNode {
  const [search] = useSearchParams();
  const { tab, open } = openedBy(search.get("tab"));
  return (
    <>
      <Header person={person} />
      <Handling person={person} />
      {person.is_blacklisted && (
        <Notice tone="danger">
          <strong>Blacklisted.</strong> {person.blacklist_reason}
        </Notice>
      )}
      <div className={styles.case}>
        <div className={styles.main}>
          <RecordTabs
            label="Parts of the case"
            open={tab.parts[0].key}
            tabs={tabs.map(({ label, parts: [{ key, count }] }) => ({ key, label, count: count?.(person) }))}
          />
          {tab.parts.length > 1 && (
            <nav className={styles.parts} aria-label={tab.label}>
              {tab.parts.map(({ key, label }) => (
                <Link
                  key={key}
                  to={`?tab=${key}`}
                  preventScrollReset
                  aria-current={key === open.key ? "page" : undefined}
                >
                  {label}
                </Link>
              ))}
            </nav>
          )}
          {open.paper && person.withheld.includes(open.paper) ? (
            <Notice tone="neutral">{WITHHELD[open.paper]}</Notice>
          ) : (
            open.show(person)
          )}
        </div>
        <DecisionPanel person={person} />
      </div>
    </>
  );
}

function Header({ person }: { person: Person }): ReactNode {
  const { label, tone } = personBadge(person.status, person.profile.status);
  return (
    <div className={styles.header}>
      {person.is_blacklisted && <StatusBadge kind="person" status="blacklisted" />}
      <ToneBadge tone={tone}>{label}</ToneBadge>
      {person.status !== "processed" && person.profile.status !== "pending" && (
        <StatusBadge kind="person" status={person.profile.status} />
      )}
      {person.phone && (
        <Copyable text={person.phone} label="phone number">
          <a href={`tel:${person.phone}`}>{displayPhone(person.phone)}</a>
        </Copyable>
      )}
      <Copyable text={person.email} label="e-mail address">
        <a href={`mailto:${person.email}`}>{person.email}</a>
      </Copyable>
      {person.company && <span>{person.company.name}</span>}
      <span className="muted">
        Registered <When at={person.created_at} />
        {person.registration_source && ` through ${person.registration_source}`}
      </span>
      <span className={styles.jump}>
        <LinkButton onClick={goToDecision}>Decide</LinkButton>
      </span>
      <ViewAs id={person.id} name={fullName(person)} />
      <Copyable text={person.id} label="id">
        <code className="muted">…{person.id.slice(-8)}</code>
      </Copyable>
    </div>
  );
}
