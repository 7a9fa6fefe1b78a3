import { day, naira, percent } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Actions } from "../../../shared/actions/actions.tsx";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { Figures } from "../../../shared/figures/figures.tsx";
import { useMay } from "../../../shared/session/session.ts";
import { Answered } from "../../../shared/ui/answered.tsx";
import { StatusBadge } from "../../../shared/ui/badge.tsx";
import { Empty, Facts, Notice, Panel } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { ApplyForm, SubmitForm } from "./apply-forms.tsx";
import { DuePanel } from "./due-panel.tsx";
import { GiveDialog, MoveDialog } from "./line-dialogs.tsx";
import { Signatures } from "./signatures.tsx";

const creditLines = calls.creditLines;
export type Found = Answer<typeof creditLines.findOwn>;
type Application = NonNullable<Found["application"]>;
export type Line = NonNullable<Found["line"]>;
const OPEN = ["draft", "requested", "offered"];

/** The company's credit wallet: its line, or the way to one. */
export default function CreditScreen(): ReactNode {
  const answer = useRecord(creditLines.findOwn, {});
  return (
    <Page
      lead="Credit that your company may draw into its wallet or give to its people, and pays interest on when drawn."
      actions={answer.data?.line && <LineActions line={answer.data.line} />}
    >
      <Answered of={answer} height={240} className="stack">
        {(found) => <Credit found={found} />}
      </Answered>
    </Page>
  );
}

function Credit({ found }: { found: Found }): ReactNode {
  const [wantsAnother, setWantsAnother] = useState(false);
  const mayApply = useMay(creditLines.request);
  const mayState = useMay(calls.lineStatements.listAll);
  const { line, application } = found;
  const isOpen = application !== null && OPEN.includes(application.status);
  return (
    <>
      {line && <LineFigures line={line} />}
      {line && mayState && <DuePanel />}
      {application && application.status !== "draft" && !(line && application.status === "granted") && (
        <ApplicationPanel application={application} />
      )}
      {mayApply && application?.status === "draft" && <SubmitForm application={application} found={found} />}
      {mayApply && !isOpen && (!line || wantsAnother) && <ApplyForm onDone={() => setWantsAnother(false)} />}
      {mayApply && !isOpen && line && !wantsAnother && (
        <div>
          <Button variant="default" onClick={() => setWantsAnother(true)}>
            Ask for another line…
          </Button>
        </div>
      )}
      {!mayApply && !line && !application && <Empty title="Your company has no credit line" />}
    </>
  );
}

const LineFigures = ({ line }: { line: Line }): ReactNode => (
  <Figures
    items={[
      { label: "Left", value: naira(line.available_kobo), note: `of ${naira(line.limit_kobo)}` },
      {
        label: "Drawn",
        value: naira(line.drawn_kobo),
        note: `${percent(line.annual_rate_percent)} a year, day by day`,
      },
      {
        label: "Interest owed",
        value: naira(line.interest_kobo),
        ...(line.penalty_kobo > 0 && { note: `and ${naira(line.penalty_kobo)} for paying late` }),
        ...(line.interest_kobo > 0 && { tone: "warning" as const }),
      },
      { label: "Given to employees", value: naira(line.assigned_kobo), href: "/corporate/wallet/purses" },
    ]}
  />
);

function LineActions({ line }: { line: Line }): ReactNode {
  const [open, setOpen] = useState<"draw" | "pay" | "give">();
  const mayDraw = useMay(creditLines.draw);
  const mayGive = useMay(creditLines.assignCredit);
  const close = () => setOpen(undefined);
  const owed = line.drawn_kobo + line.interest_kobo + line.penalty_kobo;
  return (
    <>
      {mayGive && (
        <Button size="sm" variant="default" onClick={() => setOpen("give")}>
          Give to an employee…
        </Button>
      )}
      {mayDraw && owed > 0 && (
        <Button size="sm" variant="default" onClick={() => setOpen("pay")}>
          Pay back…
        </Button>
      )}
      {mayDraw && (
        <Button size="sm" onClick={() => setOpen("draw")}>
          Draw…
        </Button>
      )}
      {open === "give" && <GiveDialog line={line} onClose={close} />}
      {(open === "draw" || open === "pay") && <MoveDialog what={open} line={line} onClose={close} />}
    </>
  );
}

function ApplicationPanel({ application }: { application: Application }): ReactNode {
  return (
    <Panel title="Application" actions={<StatusBadge kind="line" status={application.status} />}>
      {application.status === "offered" && (
        <Notice tone="info">
          {naira(application.offered_kobo ?? 0)} at {percent(application.annual_rate_percent ?? "0")} a year are
          offered. Both signatories sign until {day(application.offer_expires_on ?? "")}.
        </Notice>
      )}
      <Facts
        items={[
          { label: "Asked for", value: naira(application.amount_kobo), figure: true },
          { label: "For", value: application.purpose },
          application.declined_because !== null && { label: "Declined because", value: application.declined_because },
        ]}
      />
      <Signatures signatories={application.signatories} />
      <div className="buttons">
        <Actions of={application} calls={[creditLines.sign, creditLines.withdraw]} next="sign" />
      </div>
    </Panel>
  );
}
