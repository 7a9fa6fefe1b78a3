import type { Tone } from "@manilla/contract/badges";
import { sentence } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Actions } from "../../../shared/actions/actions.tsx";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { ToneBadge } from "../../../shared/ui/badge.tsx";
import { Empty, Facts, Panel, When } from "../../../shared/ui/kit.tsx";
import { ConsentList } from "./consent-list.tsx";
import { asCase, asShown, Loaded, named, orDash, type Person } from "./parts.tsx";
import styles from "./person.module.css";
import { Revealed } from "./revealed.tsx";

const accountTones: Readonly<Record<string, Tone>> = { verified: "success", refuted: "danger", pending: "warning" };

/** Who this is, how that is known, and whose the bank account is. */
export function IdentityTab({ person }: { person: Person }): ReactNode {
  return (
    <>
      <div className={styles.pair}>
        <Panel title="Numbers">
          <Facts
            items={[
              { label: "BVN", value: <Number person={person} kind="bvn" /> },
              { label: "NIN", value: <Number person={person} kind="nin" /> },
            ]}
          />
        </Panel>
        <BankAccount person={person} />
      </div>
      <Panel title="Verifications" flush>
        <Verifications person={person} />
      </Panel>
      <ThirdParties person={person} />
    </>
  );
}

const { bypassBvn, endBypassBvn, bypassNin, endBypassNin } = calls.people.bypass.choices;
const bypassing = { bvn: [bypassBvn, endBypassBvn], nin: [bypassNin, endBypassNin] } as const;

function Number({ person, kind }: { person: Person; kind: "bvn" | "nin" }): ReactNode {
  const verified = person[`${kind}_verified_at`];
  const bypassed = person[`${kind}_bypassed_at`];
  return (
    <div className={styles.number}>
      <Revealed person={person} field={kind} />
      <div>
        {verified ? (
          <ToneBadge tone="success">Verified</ToneBadge>
        ) : bypassed ? (
          <ToneBadge tone="warning">Counts without verification</ToneBadge>
        ) : (
          <ToneBadge tone="neutral">Not verified</ToneBadge>
        )}{" "}
        {(verified ?? bypassed) && (
          <span className="small muted">
            <When at={(verified ?? bypassed)!} />
          </span>
        )}
      </div>
      <Actions of={asCase(person)} calls={bypassing[kind]} />
    </div>
  );
}

function BankAccount({ person }: { person: Person }): ReactNode {
  const { profile } = person;
  return (
    <Panel
      title="Bank account"
      actions={
        profile.account_no && (
          <ToneBadge tone={accountTones[profile.bank_account_status] ?? "neutral"}>
            {sentence(profile.bank_account_status)}
          </ToneBadge>
        )
      }
    >
      <Facts
        items={[
          { label: "Number", value: <Revealed person={person} field="account_no" /> },
          { label: "Account name", value: orDash(profile.account_name) },
          { label: "Bank", value: orDash(profile.bank_name) },
        ]}
      />
      <div className={styles.acts} style={{ marginTop: 12 }}>
        <Actions of={asCase(person)} calls={[calls.people.verifyBankAccount, calls.people.refuteBankAccount]} />
      </div>
    </Panel>
  );
}

const tones: Record<string, "success" | "danger" | "warning"> = {
  verified: "success",
  success: "success",
  failed: "danger",
  expired: "danger",
};

function Verifications({ person }: { person: Person }): ReactNode {
  if (person.verifications.length === 0)
    return <Empty title="No attempt yet">The person has not begun to verify a BVN or NIN.</Empty>;
  return (
    <ul className={`list ${styles.lines}`}>
      {person.verifications.map((one) => (
        <li key={one.id}>
          <div>
            <strong>{one.kind.toUpperCase()}</strong> <code>{one.number}</code>{" "}
            <ToneBadge tone={tones[one.status] ?? "warning"}>{sentence(one.status)}</ToneBadge>
            {one.failure && <div className="small">{one.failure}</div>}
            {one.comparison && (
              <div className="small muted">
                {Object.entries(one.comparison)
                  .map(([field, verdict]) => `${sentence(field)}: ${sentence(verdict).toLowerCase()}`)
                  .join(" · ")}
              </div>
            )}
          </div>
          <span className="small muted">
            <When at={one.decided_at ?? one.created_at} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** C074: what the person said beside what others know. */
function ThirdParties({ person }: { person: Person }): ReactNode {
  const result = useRecord(calls.underwriting.thirdPartyData, { params: { id: person.id } });
  return (
    <>
      <Panel title="Stated and found" flush>
        <Loaded result={result}>
          {({ sources }) =>
            sources.length === 0 ? (
              <Empty title="Nothing to compare with yet">
                Once a BVN, NIN or bank account was looked up, what the source knows stands here beside what the person
                said.
              </Empty>
            ) : (
              sources.map((source) => (
                <div
                  key={source.source}
                  className={`scroller ${styles.scroll}`}
                  tabIndex={0}
                  role="region"
                  aria-label={sentence(source.source)}
                >
                  <table className={styles.table}>
                    <caption>
                      {sentence(source.source)}{" "}
                      <span className="muted">
                        asked <When at={source.fetched_at} />
                      </span>
                    </caption>
                    <thead>
                      <tr>
                        <th scope="col">Field</th>
                        <th scope="col">Stated</th>
                        <th scope="col">Found</th>
                        <th scope="col">Verdict</th>
                      </tr>
                    </thead>
                    <tbody>
                      {source.fields.map((field) => (
                        <tr key={field.field}>
                          <th scope="row">{named(field.field)}</th>
                          <td>{orDash(asShown(field.stated))}</td>
                          <td>{orDash(asShown(field.found))}</td>
                          <td>
                            {field.agrees === null ? (
                              orDash(null)
                            ) : (
                              <ToneBadge tone={field.agrees ? "success" : "danger"}>
                                {field.agrees ? "Agrees" : "Differs"}
                              </ToneBadge>
                            )}
                          </td>
                        </tr>
                      ))}
                    </tbody>
                  </table>
                </div>
              ))
            )
          }
        </Loaded>
      </Panel>
      {result.data && result.data.consents.length > 0 && (
        <Panel title="Consents" flush>
          <ConsentList consents={result.data.consents} />
        </Panel>
      )}
    </>
  );
}
