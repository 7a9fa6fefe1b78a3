import type { Tone } from "@manilla/contract/badges";
import { count, counted } from "@manilla/contract/formats";
import { type ReactNode, useEffect } from "react";
import { useParams } from "react-router";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { PlainTable } from "../../../shared/figures/figures.tsx";
import { ActionButton } from "../../../shared/form/action-button.tsx";
import { Answered } from "../../../shared/ui/answered.tsx";
import { StatusBadge, ToneBadge } from "../../../shared/ui/badge.tsx";
import { Panel } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";

const { uploaded, addUploaded } = calls.beneficiaries;
type File = Answer<typeof uploaded>;

const POLL_MS = 1_500;
const VERDICT: Record<File["rows"][number]["verdict"], readonly [Tone, string]> = {
  waiting: ["neutral", "Being asked"],
  ready: ["success", "The same"],
  near: ["warning", "Nearly"],
  refused: ["danger", "Refused"],
};

/** A file of beneficiaries: the verdict of each row, and adding those that agree. */
export default function FileScreen(): ReactNode {
  const { id = "" } = useParams();
  const answer = useRecord(uploaded, { params: { id } });
  const isChecking = answer.data?.status === "checking";
  const { refetch } = answer;
  useEffect(() => {
    if (!isChecking) return undefined;
    const timer = setInterval(() => void refetch(), POLL_MS);
    return () => clearInterval(timer);
  }, [isChecking, refetch]);
  return (
    <Page
      title={answer.data?.file_name ?? "File"}
      actions={answer.data && <StatusBadge kind="beneficiary_upload" status={answer.data.status} />}
    >
      <Answered of={answer} height={240}>
        {(file) => <Rows file={file} />}
      </Answered>
    </Page>
  );
}

function Rows({ file }: { file: File }): ReactNode {
  const { id, status, total, checked, ready, near, refused } = file;
  return (
    <>
      <p role="status">
        {status === "checking"
          ? `The banks have answered ${count(checked)} of ${counted(total, "row")}. You may leave this page; it goes on.`
          : `${counted(total, "row")}: ${count(ready)} the same, ${count(near)} nearly, ${count(refused)} refused.`}
      </p>
      {status === "checked" && ready + near > 0 && (
        <p>
          {ready > 0 && (
            <Add id={id} withNear={false} words={`Add the ${count(ready)} whose names agree`} file={file} />
          )}{" "}
          {near > 0 && <Add id={id} withNear words={`Add all ${count(ready + near)}`} file={file} />}
        </p>
      )}
      <Panel flush>
        <PlainTable
          caption="Rows of the file"
          rows={file.rows}
          keyOf={({ number }) => String(number)}
          columns={[
            { key: "number", header: "Row" },
            { key: "name", header: "Name", card: "title", canWrap: true },
            { key: "_bank", header: "Bank", canWrap: true, render: ({ bank }) => bank },
            { key: "_account", header: "Account", render: ({ account_no }) => account_no },
            {
              key: "_named",
              header: "The bank’s name",
              canWrap: true,
              render: ({ account_name }) => account_name ?? "–",
            },
            {
              key: "_verdict",
              header: "Verdict",
              canWrap: true,
              render: ({ verdict, reason }) => (
                <>
                  <ToneBadge tone={VERDICT[verdict][0]}>{VERDICT[verdict][1]}</ToneBadge>{" "}
                  {reason && <span className="muted">{reason}</span>}
                </>
              ),
            },
          ]}
        />
      </Panel>
    </>
  );
}

const Add = ({
  id,
  withNear,
  words,
  file,
}: {
  id: string;
  withNear: boolean;
  words: string;
  file: File;
}): ReactNode => (
  <ActionButton
    call={addUploaded}
    params={{ id }}
    body={{ with_near: withNear }}
    {...(!withNear && { variant: "primary" as const })}
    confirm={{
      title: `${words}?`,
      body: `Your company’s chain decides: one request for those whose names agree${withNear ? `, and one for each of the ${count(file.near)} that nearly do` : ""}.`,
      yes: "Ask",
    }}
    done="Asked. They can be paid when the chain has agreed."
  >
    {words}
  </ActionButton>
);
