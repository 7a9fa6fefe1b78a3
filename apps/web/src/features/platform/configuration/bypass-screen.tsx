import { fullName } from "@manilla/contract/formats";
import { personBadge } from "@manilla/contract/badges";
import { displayPhone } from "@manilla/contract/phone";
import { TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { Actions } from "../../../shared/actions/actions.tsx";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useCall, useRecord } from "../../../shared/api/use-call.ts";
import { maySend, useSession } from "../../../shared/session/session.ts";
import { ToneBadge } from "../../../shared/ui/badge.tsx";
import { Empty, Failure, Panel, Skeleton, When } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { useSettled } from "../../../shared/ui/use-settled.ts";
import styles from "./configuration.module.css";

/** R022: let a person's BVN or NIN count without verification. Asked for here, decided by a second person. */
export default function BypassScreen(): ReactNode {
  const [search, setSearch] = useSearchParams();
  const session = useSession();
  const chosen = search.get("person");
  return (
    <Page
      width="text"
      lead="For people whose BVN or NIN cannot be verified although you know who they are. Nothing changes until a second person agrees, and the record keeps both names."
    >
      <Find onChoose={(id) => setSearch({ person: id })} />
      {chosen && <Chosen id={chosen} />}
      {maySend(session, calls.approvals.listAll) && <Waiting />}
    </Page>
  );
}

const { bypassBvn, endBypassBvn, bypassNin, endBypassNin } = calls.people.bypass.choices;
const bypassing = { bvn: [bypassBvn, endBypassBvn], nin: [bypassNin, endBypassNin] } as const;

function Find({ onChoose }: { onChoose: (id: string) => void }): ReactNode {
  const [text, setText] = useState("");
  const settled = useSettled(text.trim());
  const { data, error, isFetching } = useCall(
    calls.people.search,
    { query: { search: settled } },
    { enabled: settled.length >= 2, keep: true },
  );
  const isAsked = settled.length >= 2;
  return (
    <Panel title="Person">
      <TextInput
        label="Find a customer"
        description="Name, phone or e-mail; at least two characters"
        type="search"
        autoComplete="off"
        data-page-search
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {error && isAsked && <Failure error={error} />}
      {isAsked && data && (
        <ul className={styles.found} aria-busy={isFetching}>
          {data.users.map((user) => (
            <li key={user.id}>
              <button
                type="button"
                onClick={() => {
                  onChoose(user.id);
                  setText("");
                }}
              >
                <strong>{fullName(user)}</strong>
                <span className="small muted">
                  {user.email}
                  {user.phone && ` · ${displayPhone(user.phone)}`} ·{" "}
                  {personBadge(user.status, user.profile_status).label}
                </span>
              </button>
            </li>
          ))}
          {data.users.length === 0 && <li className="muted">No match.</li>}
        </ul>
      )}
    </Panel>
  );
}

function Chosen({ id }: { id: string }): ReactNode {
  const { data, error, refetch } = useRecord(calls.people.find, { params: { id } });
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={120} />;
  const person = data.user;
  const name = fullName(person);
  return (
    <Panel title={<Link to={`/admin/users/${person.id}?tab=identity`}>{name}</Link>} flush>
      <ul className={styles.fixed}>
        {(["bvn", "nin"] as const).map((kind) => {
          const verified = person[`${kind}_verified_at`];
          const bypassed = person[`${kind}_bypassed_at`];
          return (
            <li key={kind}>
              <div>
                <strong>{kind.toUpperCase()}</strong> <code>{person.profile[kind] ?? "not given"}</code>{" "}
                {verified ? (
                  <ToneBadge tone="success">Verified</ToneBadge>
                ) : bypassed ? (
                  <ToneBadge tone="warning">Counts without verification</ToneBadge>
                ) : (
                  <ToneBadge tone="neutral">Not verified</ToneBadge>
                )}
                {(verified ?? bypassed) && (
                  <span className="small muted">
                    {" "}
                    <When at={(verified ?? bypassed)!} />
                  </span>
                )}
              </div>
              <Actions
                of={{ ...person, ...person.profile, id: person.id }}
                calls={bypassing[kind]}
                next={`bypass_${kind}`}
              />
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

function Waiting(): ReactNode {
  const { data, error, refetch } = useRecord(calls.approvals.listAll, {
    query: { limit: 20, filter: JSON.stringify({ kind: BYPASS_KIND, status: ["pending"] }) },
  });
  return (
    <Panel title="Waiting for a second person" flush>
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {data?.items.length === 0 && <Empty title="Nothing waits" />}
      <ul className={styles.fixed}>
        {data?.items.map((item) => (
          <li key={item.id}>
            <Link to={`/admin/approvals/${item.id}`}>{item.title}</Link>
            <span className="small muted">
              {item.maker.name}, <When at={item.created_at} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** The server's name for such requests. */
const BYPASS_KIND = "bypass_identity";
