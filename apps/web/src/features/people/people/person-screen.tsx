import { personBadge } from "@manilla/contract/badges";
import { type Paper, WITHHELD } from "@manilla/contract/people/papers";
import { displayPhone } from "@manilla/contract/phone";
import { type ReactNode, useEffect, useRef } from "react";
import { Link, useSearchParams } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { PersonDecisions } from "../../../shared/decisions/person-decisions.tsx";
import { StatusBadge, ToneBadge } from "../../../shared/ui/badge.tsx";
import { Copyable, LinkButton, Notice, When } from "../../../shared/ui/kit.tsx";
import { isShortcut, useKeys } from "../../../shared/ui/keys.ts";
import { RecordPage } from "../../../shared/record/record-page.tsx";
import { ActivityTab } from "./activity-tab.tsx";
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

const tabs: readonly {
  key: string;
  label: string;
  show: (person: Person) => ReactNode;
  count?: (person: Person) => number;
  /** What one has to be allowed to see for it. */
  paper?: Paper;
}[] = [
  { key: "profile", label: "Profile", show: (person) => <ProfileTab person={person} /> },
  { key: "identity", label: "Identity", paper: "identity", show: (person) => <IdentityTab person={person} /> },
  {
    key: "documents",
    label: "Documents",
    paper: "documents",
    show: (person) => <DocumentsTab person={person} />,
    count: (person) => person.documents.length,
  },
  { key: "statement", label: "Statement", paper: "statement", show: (person) => <StatementTab person={person} /> },
  { key: "bureau", label: "Bureau & checks", paper: "bureau", show: (person) => <BureauTab person={person} /> },
  { key: "decision", label: "Decision", paper: "bureau", show: (person) => <PersonDecisions userId={person.id} /> },
  {
    key: "loans",
    label: "Loans",
    show: (person) => <LoansTab person={person} />,
    count: (person) => person.loans.count,
  },
  { key: "limits", label: "Limits & plan", show: (person) => <LimitsTab person={person} /> },
  {
    key: "comments",
    label: "Comments",
    show: (person) => <CommentsTab person={person} />,
    count: (person) => person.comment_count,
  },
  { key: "contacts", label: "Contacts", show: (person) => <ContactsTab person={person} /> },
  { key: "orders", label: "Orders", show: (person) => <OrdersTab person={person} /> },
  { key: "data", label: "Data", show: (person) => <DataTab person={person} /> },
  { key: "activity", label: "Activity", show: (person) => <ActivityTab person={person} /> },
];

/** R045: a person's whole case on one page; what is open stays in the address. */
export default function PersonScreen(): ReactNode {
  return (
    <RecordPage call={calls.people.find} title={({ user }) => fullName(user)} subject="person" height={220}>
      {({ user }) => <Case person={user} />}
    </RecordPage>
  );
}

/** 1 to 9, then 0: the keys of the first ten parts. */
const digitOf = (index: number): string | undefined => (index < 10 ? String((index + 1) % 10) : undefined);

/** Goes to a part of the case by its digit. */
function usePartKeys(): void {
  const [, setSearch] = useSearchParams();
  useKeys((event) => {
    const part = isShortcut(event) ? tabs.find((_, index) => digitOf(index) === event.key) : undefined;
    if (part) setSearch({ tab: part.key }, { preventScrollReset: true });
  });
}

function Case({ person }: { person: Person }): ReactNode {
  const [search] = useSearchParams();
  const open = tabs.find(({ key }) => key === search.get("tab")) ?? tabs[0];
  usePartKeys();
  const strip = useRef<HTMLElement>(null);
  // Where the strip is wider than the screen, the open tab is scrolled into view.
  useEffect(() => {
    const chosen = strip.current?.querySelector<HTMLElement>("[aria-current]");
    if (strip.current && chosen)
      strip.current.scrollLeft = chosen.offsetLeft - (strip.current.clientWidth - chosen.offsetWidth) / 2;
  }, [open]);
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
          <nav ref={strip} className={styles.tabs} aria-label="Parts of the case">
            {tabs.map(({ key, label, count }, index) => (
              <Link
                key={key}
                to={`?tab=${key}`}
                preventScrollReset
                aria-keyshortcuts={digitOf(index)}
                title={digitOf(index) && `Key ${digitOf(index)}`}
                aria-current={key === open?.key ? "page" : undefined}
              >
                {label}
                {count && count(person) > 0 && <span className={styles.count}>{count(person)}</span>}
              </Link>
            ))}
          </nav>
          {open?.paper && person.withheld.includes(open.paper) ? (
            <Notice tone="neutral">{WITHHELD[open.paper]}</Notice>
          ) : (
            open?.show(person)
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
