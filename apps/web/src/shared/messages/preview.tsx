import { unknownVariables } from "@manilla/contract/people/message-variables";
import { count } from "@manilla/contract/formats";
import type { QueueName } from "@manilla/contract/people/queues";
import { type ReactNode, useState } from "react";
import { calls } from "../api/calls.gen.ts";
import { errorText } from "../api/errors.ts";
import { useCall } from "../api/use-call.ts";
import { ActionButton } from "../form/action-button.tsx";
import type { Values } from "../form/use-call-form.tsx";
import { fullName } from "../people/names.ts";
import { useMay } from "../session/session.ts";
import { LinkButton, Panel } from "../ui/kit.tsx";
import { useSettled } from "../ui/use-settled.ts";
import type { Category, Channel } from "./message-words.tsx";
import styles from "./messages.module.css";

export interface Segment {
  queue: QueueName;
  filter?: string;
  search?: string;
  rangeStart?: string;
  rangeEnd?: string;
  user_ids?: string[];
}

/** A real person of the segment, one after the other. */
function usePersonOf(segment: Segment): { id: string | undefined; words: string; next: () => void; isEmpty: boolean } {
  const [at, setAt] = useState(0);
  const { queue, user_ids, ...narrowing } = segment;
  const { data } = useCall(
    calls.people.listByStatus,
    { params: { status: queue }, query: { ...narrowing, page: user_ids ? 1 : at + 1, limit: 10 } },
    { keep: true, enabled: user_ids === undefined },
  );
  const next = (): void => setAt(at + 1);
  if (user_ids)
    return {
      id: user_ids[at % user_ids.length],
      words: `Person ${count((at % user_ids.length) + 1)} of ${count(user_ids.length)}`,
      next,
      isEmpty: user_ids.length === 0,
    };
  const person = data?.items[0];
  return {
    id: person?.id,
    words: person ? fullName(person) : "",
    next: data && at + 1 >= data.meta.totalPages ? () => setAt(0) : next,
    isEmpty: data?.items.length === 0,
  };
}

/** The texts as one person of the segment would read them, and a test to oneself. */
export function Preview({ values, segment }: { values: Values; segment: Segment }): ReactNode {
  const person = usePersonOf(segment);
  const mayPreview = useMay(calls.communications.preview);
  const subject = String(values["subject"] ?? "").trim();
  const body = String(values["body"] ?? "").trim();
  const texts = {
    channel: values["channel"] as Channel,
    category: values["category"] as Category,
    body,
    ...(subject && values["channel"] !== "sms" && { subject }),
  };
  const whyNot =
    !values["channel"] || !values["category"]
      ? "Choose the way and the kind first."
      : body.length < 3
        ? "Write the text first."
        : values["channel"] === "mail" && !subject
          ? "A mail has a subject."
          : unknownVariables(`${subject} ${body}`).length > 0
            ? "A variable does not exist."
            : undefined;
  const asked = useSettled(whyNot || !person.id ? "" : JSON.stringify({ ...texts, user_id: person.id }), 400);
  const { data, error } = useCall(
    calls.communications.preview,
    { body: (asked ? JSON.parse(asked) : {}) as never },
    { enabled: asked !== "" && mayPreview, keep: true },
  );
  return (
    <Panel title="As one person reads it">
      {person.isEmpty ? (
        <p className="muted">Nobody is in this segment.</p>
      ) : (
        <div className={styles.whom}>
          <span>{person.words}</span>
          <LinkButton onClick={person.next}>Another person</LinkButton>
        </div>
      )}
      {whyNot ? (
        <p className="muted">{whyNot}</p>
      ) : (
        data && (
          <div className={styles.letter}>
            {data.subject && <strong>{data.subject}</strong>}
            {data.body}
          </div>
        )
      )}
      {error && !whyNot && <p role="alert">{errorText(error)}</p>}
      {data && texts.channel === "sms" && !whyNot && (
        <p className="small muted">
          {data.parts === 1
            ? "One SMS."
            : `${count(data.parts)} SMS for each person: shorten the text to pay for fewer.`}
        </p>
      )}
      <div className={styles.buttons}>
        <ActionButton
          call={calls.communications.testSend}
          body={{ ...texts, user_id: person.id ?? "" }}
          disabledBecause={whyNot ?? (person.id ? undefined : "Nobody is in this segment.")}
          done="The test is on its way to you."
        >
          Send a test to me
        </ActionButton>
      </div>
    </Panel>
  );
}
