import { counted, fullName } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Actions } from "../../../shared/actions/actions.tsx";
import { calls } from "../../../shared/api/calls.gen.ts";
import type { Answer } from "../../../shared/api/call.ts";
import { RecordPage } from "../../../shared/record/record-page.tsx";
import { deviceName } from "../../../shared/session/device-name.ts";
import { StatusBadge, ToneBadge } from "../../../shared/ui/badge.tsx";
import { Facts, Notice, Panel, When } from "../../../shared/ui/kit.tsx";
import { RolesPanel } from "./roles-panel.tsx";

type Colleague = Answer<typeof calls.colleagues.find>;
const { inviteAgain, letBack, endSessions, resetSecondFactor, suspend } = calls.colleagues;

/** What usually comes next, by state. */
const NEXT: Readonly<Record<string, string>> = { invited: "invite_again", suspended: "let_back" };

/** One colleague: what they may do, where they are signed in, what they requested and decided. */
export default function ColleagueScreen(): ReactNode {
  return (
    <RecordPage
      call={calls.colleagues.find}
      width="text"
      title={fullName}
      actions={(colleague) =>
        colleague && (
          <Actions
            of={colleague}
            calls={[inviteAgain, letBack, endSessions, resetSecondFactor, suspend]}
            next={NEXT[colleague.status]}
          />
        )
      }
    >
      {(colleague) => <Details colleague={colleague} />}
    </RecordPage>
  );
}

function Details({ colleague }: { colleague: Colleague }): ReactNode {
  const { id, status, last_change, invited_until } = colleague;
  return (
    <>
      {colleague.waiting.map((request) => (
        <Notice key={request.id} tone="warning">
          Waits for a second person: <Link to={`/admin/approvals/${request.id}`}>{request.title}</Link>
        </Notice>
      ))}
      <Panel title="Colleague" actions={<StatusBadge kind="colleague" status={status} />}>
        <Facts
          items={[
            { label: "E-mail", value: colleague.email },
            {
              label: "Second factor",
              value: (
                <ToneBadge tone={colleague.has_second_factor ? "success" : "warning"}>
                  {colleague.has_second_factor ? "On" : "Off"}
                </ToneBadge>
              ),
            },
            { label: "Last seen", value: colleague.last_seen_at ? <When at={colleague.last_seen_at} /> : "Never" },
            status === "invited" && {
              label: "Their link",
              value: invited_until ? (
                <>
                  works until <When at={invited_until} />
                </>
              ) : (
                "has ended; send another one"
              ),
            },
            last_change && {
              label: "Last change",
              value: (
                <>
                  {last_change.by}, <When at={last_change.at} />
                  {last_change.reason && `: ${last_change.reason}`}
                </>
              ),
            },
            colleague.abilities["suspend"] === "two_administrators" && {
              label: "Suspension",
              value: suspend.action.refuses.two_administrators.words,
            },
            { label: "Cases", value: counted(colleague.cases, "open case") },
            {
              label: "On record",
              value: (
                <>
                  <Link to={`/admin/audit?f.actor_id=${id}`}>What they did</Link>,{" "}
                  <Link to={`/admin/audit?f.subject_id=${id}`}>what was done to their access</Link>
                </>
              ),
            },
          ]}
        />
      </Panel>
      <RolesPanel colleague={colleague} />
      <Panel title="Signed in now">
        {colleague.sessions.length === 0 ? (
          <p className="muted">Nowhere.</p>
        ) : (
          <ul className="list">
            {colleague.sessions.map(({ id: session_id, device, network_address, created_at }) => (
              <li key={session_id}>
                {deviceName(device)}, {network_address}, since <When at={created_at} />
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <Panel title="Sign-ins">
        {colleague.sign_ins.length === 0 ? (
          <p className="muted">None yet.</p>
        ) : (
          <ul className="list">
            {colleague.sign_ins.map(({ at, network_address }) => (
              <li key={at}>
                <When at={at} />
                {network_address && `, from ${network_address}`}
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <Requests title="Recent requests" requests={colleague.asked} />
      <Requests title="Recent decisions" requests={colleague.decided} />
    </>
  );
}

function Requests({ title, requests }: { title: string; requests: Colleague["asked"] }): ReactNode {
  return (
    <Panel title={title}>
      {requests.length === 0 ? (
        <p className="muted">Nothing yet.</p>
      ) : (
        <ul className="list">
          {requests.map(({ id, title: words, status, at }) => (
            <li key={id}>
              <Link to={`/admin/approvals/${id}`}>{words}</Link> <StatusBadge kind="approval" status={status} />
              <div className="small muted">
                <When at={at} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
