import { Button } from "@mantine/core";
import { type ReactNode, useEffect, useState } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { refreshEverything } from "../../../shared/api/query-client.ts";
import { LinkButton, Notice, Panel } from "../../../shared/ui/kit.tsx";
import { DocumentRow, Refused } from "./document-row.tsx";
import { Choices } from "../../../shared/form/choices.tsx";
import { Onward, type StepProps } from "./step-parts.tsx";
import { AppPart, type LinkedSource, LinkedPart, TicketPart, UssdPart } from "./statement-ways.tsx";
import { isStatement, type OnboardingState, refusedOf, validOf } from "./steps.ts";
import { UploadForm } from "./upload-form.tsx";

const ASKED_AGAIN_MS = 3_000;
type Source = OnboardingState["statement_sources"][number]["source"];
type Way = Source | "file";

/** What each way asks of the person, in a line. */
const words: Record<Source, (name: string) => { label: string; hint: string }> = {
  mono: () => ({ label: "Connect my bank", hint: "Quickest. You sign in at Mono; we never see your password." }),
  okra: (name) => ({ label: `Connect through ${name}`, hint: "Another way to sign in to your bank, with more banks." }),
  statement_source_3: (name) => ({ label: `Connect through ${name}`, hint: "For banks that the others do not have." }),
  mbs: () => ({ label: "Ask my bank", hint: "Your bank sends a ticket and a password by SMS; you type them in here." }),
  ussd: () => ({ label: "Dial a code", hint: "Works on any phone, without the internet. You agree with your PIN." }),
  mobile: () => ({ label: "From my bank’s app", hint: "With the share code or the file that the app gives you." }),
};
const FILE = {
  value: "file",
  label: "Send a file",
  hint: "PDF, Excel or CSV from your bank, the last six months or more",
} as const;

/** Those that somebody chooses between at first; the others are behind "Another way". */
const FIRST: readonly Way[] = ["mono", "file"];

/** A pull that was begun leads back to its own way. */
const firstWay = ({ statement_pull: pull }: OnboardingState, source: string | undefined): Way =>
  (source as Way | undefined) ?? (pull?.status === "waiting" || pull?.status === "fetching" ? pull.source : "mono");

/** Where the salary comes from and goes: from the bank itself, or as a file (C315, C318 to C324). @param code what a source gave on the way back */
export function StatementStep({
  state,
  code,
  source,
  onCodeUsed,
}: StepProps & { code: string | undefined; source: string | undefined; onCodeUsed: () => void }): ReactNode {
  const sent = validOf(state.documents, isStatement);
  const refused = refusedOf(state.documents, isStatement);
  const [way, setWay] = useState<Way>(() => firstWay(state, source));
  const [wantsMore, setWantsMore] = useState(false);
  const [seesAll, setSeesAll] = useState(false);
  const isReading = sent.some(({ analysis }) => analysis?.status === "pending");
  useEffect(() => {
    if (!isReading) return;
    const timer = setInterval(() => void refreshEverything(), ASKED_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isReading]);
  const pull = state.statement_pull;
  const isBegun = pull !== null && (pull.status === "waiting" || pull.status === "fetching");
  const choices = [
    ...state.statement_sources.map((each) => ({ value: each.source as Way, ...words[each.source](each.name) })),
    FILE,
  ];
  const failed = sent[0]?.analysis?.status === "failed" ? sent[0] : undefined;
  const isOpen = sent.length === 0 || wantsMore || failed !== undefined || code !== undefined || isBegun;
  return (
    <div className="stack">
      {(sent.length > 0 || refused) && (
        <Panel title="What we have">
          <div className="stack">
            {refused && <Refused document={refused} />}
            {sent.map((document) => (
              <DocumentRow key={document.id} document={document} />
            ))}
            {isReading && (
              <p className="muted" role="status">
                We are reading it. You can go on meanwhile.
              </p>
            )}
            {failed && (
              <Notice tone="warning">
                We could not read the newest one{failed.analysis?.failure ? `: ${failed.analysis.failure}` : "."} A PDF
                with text, or a CSV, will do better than a picture.
              </Notice>
            )}
          </div>
          {!failed && (
            <Onward state={state} from="statement">
              {!isOpen && (
                <Button variant="default" onClick={() => setWantsMore(true)}>
                  Add another
                </Button>
              )}
            </Onward>
          )}
        </Panel>
      )}
      {isOpen && (
        <Panel>
          <div className="stack">
            {pull && !isBegun && (
              <Notice tone="warning">
                {words[pull.source]("").label}: {pull.failure ?? "the time for it is over."}
              </Notice>
            )}
            {code === undefined && (
              <Choices
                legend="How do you want to send it?"
                choices={choices.filter(({ value }) => seesAll || value === way || FIRST.includes(value))}
                value={way}
                onChange={setWay}
              />
            )}
            {code === undefined && choices.length > FIRST.length && (
              <p>
                <LinkButton onClick={() => setSeesAll(!seesAll)}>{seesAll ? "Fewer ways" : "Another way"}</LinkButton>
              </p>
            )}
            <WayPart way={way} state={state} code={code} onDone={() => (onCodeUsed(), setWantsMore(false))} />
          </div>
        </Panel>
      )}
    </div>
  );
}

function WayPart({
  way,
  state,
  code,
  onDone,
}: {
  way: Way;
  state: OnboardingState;
  code: string | undefined;
  onDone: () => void;
}): ReactNode {
  if (way === "file")
    return <UploadForm call={calls.onboarding.uploadBankStatement} label="Statement" onDone={onDone} />;
  if (way === "mbs") return <TicketPart state={state} />;
  if (way === "ussd") return <UssdPart state={state} />;
  if (way === "mobile") return <AppPart onDone={onDone} />;
  const name = state.statement_sources.find(({ source }) => source === way)?.name ?? "Mono";
  return <LinkedPart key={way} source={way satisfies LinkedSource} name={name} code={code} onDone={onDone} />;
}
