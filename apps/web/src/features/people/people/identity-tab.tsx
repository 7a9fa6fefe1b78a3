import type { Tone } from "@manilla/contract/badges";
import { sentence } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Actions } from "../../../shared/actions/actions.tsx";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { Answered } from "../../../shared/ui/answered.tsx";
import { ToneBadge } from "../../../shared/ui/badge.tsx";
import { Empty, Facts, Panel, When } from "../../../shared/ui/kit.tsx";
import { PlainTable } from "../../../shared/figures/figures.tsx";
import { ConsentList } from "./consent-list.tsx";
import { Lines } from "./lines.tsx";
import { asCase, asShown, named, orDash, type Person } from "./parts.tsx";
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
      <div className="buttons" style={{ marginTop: 12 }}>
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
  return (
    <Lines
      rows={person.verifications}
      empty="No attempt yet"
      because="The person has not begun to verify a BVN or NIN."
      at={({ decided_at, created_at }) => decided_at ?? created_at}
    >
      {(one) => (
        <>
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
        </>
      )}
    </Lines>
  );
}

/** C074: what the person said beside what others know. */
function ThirdParties({ person }: { person: Person }): ReactNode {
  const result = useRecord(calls.underwriting.thirdPartyData, { params: { id: person.id } });
  return (
    <>
      <Panel title="Stated and found" flush>
        <Answered of={result} height={96}>
          {({ sources }) =>
            sources.length === 0 ? (
              <Empty title="Nothing to compare with yet">
                After a BVN, NIN or bank account lookup, the source&apos;s data is compared here with the person&apos;s.
              </Empty>
            ) : (
              sources.map((source) => (
                <section key={source.source}>
                  <h3 className={styles.padded}>
                    {sentence(source.source)}{" "}
                    <span className="muted">
                      asked <When at={source.fetched_at} />
                    </span>
                  </h3>
                  <PlainTable
                    caption={sentence(source.source)}
                    rows={source.fields}
                    keyOf={({ field }) => field}
                    columns={[
                      { key: "field", card: "title", render: ({ field }) => named(field) },
                      { key: "stated", render: ({ stated }) => orDash(asShown(stated)) },
                      { key: "found", render: ({ found }) => orDash(asShown(found)) },
                      {
                        key: "agrees",
                        header: "Verdict",
                        render: ({ agrees }) =>
                          agrees === null ? (
                            orDash(null)
                          ) : (
                            <ToneBadge tone={agrees ? "success" : "danger"}>{agrees ? "Agrees" : "Differs"}</ToneBadge>
                          ),
                      },
                    ]}
                  />
                </section>
              ))
            )
          }
        </Answered>
      </Panel>
      {result.data && result.data.consents.length > 0 && (
        <Panel title="Consents" flush>
          <ConsentList consents={result.data.consents} />
        </Panel>
      )}
    </>
  );
}
