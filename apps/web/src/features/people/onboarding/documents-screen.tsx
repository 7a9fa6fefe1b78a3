import { day, exactTime, sentence } from "@manilla/contract/formats";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { Button } from "@mantine/core";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { Empty, Failure, Panel, Skeleton } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { DocumentRow, Refused } from "./document-row.tsx";
import styles from "./onboarding.module.css";
import { isStatement, type PersonDocument } from "./steps.ts";
import { UploadForm } from "./upload-form.tsx";

const sends = {
  govt_id: calls.onboarding.uploadGovernmentId,
  work_id: calls.onboarding.uploadWorkId,
  bank_statement: calls.onboarding.uploadBankStatement,
} as const;
const canSend = (type: PersonDocument["type"]): type is keyof typeof sends => Object.hasOwn(sends, type);

/** One document with what it took the place of, newest first. */
function chainOf(document: PersonDocument, all: readonly PersonDocument[]): PersonDocument[] {
  const before = all.find(({ id }) => id === document.replaces);
  return before ? [document, ...chainOf(before, all)] : [document];
}

/** All documents of one's own: status, reasons for refusal, and replacement. */
export default function DocumentsScreen(): ReactNode {
  const { data, error, refetch } = useRecord(calls.onboarding.find, {});
  if (!data)
    return (
      <Page width="text">
        {error ? <Failure error={error} onRetry={() => void refetch()} /> : <Skeleton height={220} />}
      </Page>
    );
  const heads = data.documents.filter(({ replaced_by }) => replaced_by === null);
  const [wanted, rest] = [
    heads.filter(({ status }) => status === "invalidated"),
    heads.filter(({ status }) => status !== "invalidated"),
  ];
  return (
    <Page width="text" lead="What you have sent us, and its status.">
      <div className="stack">
        {wanted.map((document) => (
          <Wanted key={document.id} document={document} all={data.documents} />
        ))}
        {rest.length > 0 && (
          <Panel title="What we have">
            <ul className={styles.documents}>
              {rest.map((document) => (
                <li key={document.id}>
                  <DocumentRow document={document} />
                  <Before chain={chainOf(document, data.documents).slice(1)} />
                </li>
              ))}
            </ul>
          </Panel>
        )}
        {heads.length === 0 && (
          <Panel>
            <Empty title="Nothing yet" action={<Link to="/customer/settings/profile">To your profile</Link>}>
              Your profile says what we need.
            </Empty>
          </Panel>
        )}
      </div>
    </Page>
  );
}

function Wanted({ document, all }: { document: PersonDocument; all: readonly PersonDocument[] }): ReactNode {
  const [isSending, setSending] = useState(false);
  const { type } = document;
  return (
    <Panel title={document.title || sentence(type)}>
      <div className="stack">
        <Refused document={document} />
        <DocumentRow document={document} />
        <Before chain={chainOf(document, all).slice(1)} />
        {isStatement(document) && (
          <div className={styles.buttons} style={{ marginTop: 0 }}>
            <Button component={Link} to="/customer/settings/profile?step=statement">
              Send another statement
            </Button>
          </div>
        )}
        {!isStatement(document) &&
          canSend(type) &&
          (isSending ? (
            <UploadForm call={sends[type]} label="Picture or PDF" onDone={() => setSending(false)} />
          ) : (
            <div>
              <Button onClick={() => setSending(true)}>Send another</Button>
            </div>
          ))}
      </div>
    </Panel>
  );
}

const Before = ({ chain }: { chain: readonly PersonDocument[] }): ReactNode =>
  chain.length > 0 && (
    <p className="muted small">
      In place of{" "}
      {chain.map((document, index) => (
        <span key={document.id} title={exactTime(document.created_at)}>
          {index > 0 && ", "}the one of {day(document.created_at)}
          {document.invalid_reason && ` (${sentence(document.invalid_reason).toLowerCase()})`}
        </span>
      ))}
      .
    </p>
  );
