import { date, exactTime, fileSize, sentence } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { addressOf } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { ToneBadge } from "../../../shared/ui/badge.tsx";
import { IconFile } from "../../../shared/ui/icons.ts";
import { Notice } from "../../../shared/ui/kit.tsx";
import styles from "./onboarding.module.css";
import { FROM_BANK, type PersonDocument } from "./steps.ts";

const words: Record<PersonDocument["status"], { tone: "info" | "success" | "danger"; text: string }> = {
  received: { tone: "info", text: "Received" },
  confirmed: { tone: "success", text: "Confirmed" },
  invalidated: { tone: "danger", text: "Not accepted" },
};
const reasons: Record<NonNullable<PersonDocument["invalid_reason"]>, string> = {
  unreadable: "It could not be read. A sharper picture in good light will do.",
  wrong_type: "It is another document than the one that was wanted.",
  not_theirs: "It is not in your name.",
  out_of_date: "It is too old, or has expired.",
  incomplete: "A part of it is missing.",
  altered: "It does not look as it was issued.",
  password_protected: "It is protected with a password. Send the password with it.",
};

/** A document that was sent: kind, date and status; opens in a tab of its own. */
export const DocumentRow = ({ document }: { document: PersonDocument }): ReactNode => (
  <div className={styles.document}>
    <IconFile size={20} aria-hidden="true" />
    <div>
      <a href={addressOf(calls.documents.file, { params: { id: document.id } })} target="_blank" rel="noreferrer">
        {document.title || sentence(document.type)}
      </a>
      <div className="muted small" title={exactTime(document.created_at)}>
        {FROM_BANK.has(document.source)
          ? "From your bank"
          : document.source === "staff"
            ? "Added by our staff"
            : "Sent by you"}
        , {date(document.created_at)}
        {document.byte_count > 0 && ` · ${fileSize(document.byte_count)}`}
      </div>
    </div>
    <ToneBadge tone={words[document.status].tone}>{words[document.status].text}</ToneBadge>
  </div>
);

/** Why a document was not accepted, and what will do. */
export const Refused = ({ document }: { document: PersonDocument }): ReactNode => (
  <Notice tone="danger">
    <strong>{document.title || sentence(document.type)} was not accepted.</strong>{" "}
    {document.invalid_reason ? reasons[document.invalid_reason] : ""} {document.invalid_note}
  </Notice>
);
