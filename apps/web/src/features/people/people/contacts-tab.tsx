import { day, naira } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Way } from "../../../shared/actions/way.tsx";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import type { Answer } from "../../../shared/api/call.ts";
import { ActionButton } from "../../../shared/form/action-button.tsx";
import { channelNames } from "../../../shared/messages/message-words.tsx";
import { ContactDialog } from "../../../shared/people/contact-dialog.tsx";
import { contactChannelNames, contactOutcomeNames } from "../../../shared/people/contact-words.ts";
import { fullName } from "../../../shared/people/names.ts";
import { Toned } from "../../../shared/people/toned.tsx";
import { useMay } from "../../../shared/session/session.ts";
import { Answered } from "../../../shared/ui/answered.tsx";
import { ToneBadge } from "../../../shared/ui/badge.tsx";
import { Notice, Panel, When } from "../../../shared/ui/kit.tsx";
import { Lines } from "./lines.tsx";
import { type Person } from "./parts.tsx";
import styles from "./person.module.css";

/** How the person was reached, what was sent to them, and by which ways offers may come. */
export function ContactsTab({ person }: { person: Person }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const contacts = useRecord(calls.assignments.contacts, { params: { id: person.id } });
  const sent = useRecord(calls.communications.ofPerson, { params: { id: person.id } });
  const mayLog = useMay(calls.assignments.markAsContacted);
  const mayWrite = useMay(calls.communications.create);
  return (
    <>
      <Panel
        title="Contacts"
        actions={
          mayLog &&
          person.admins.length > 0 && (
            <Button size="sm" variant="default" onClick={() => setOpen(true)}>
              Log a contact
            </Button>
          )
        }
        flush
      >
        <Answered of={contacts} height={96}>
          {(data) => (
            <Lines
              rows={data.contacts}
              empty="No contact was logged"
              because={
                person.admins.length === 0 && "Contacts are logged once somebody handles the case: assign it first."
              }
              at={({ contacted_at }) => contacted_at}
            >
              {(contact) => (
                <>
                  <strong>{contactChannelNames[contact.channel]}</strong>{" "}
                  <Toned status={contact.outcome} label={contactOutcomeNames[contact.outcome]} />
                  {contact.promised_on && (
                    <div className="small">
                      Promised {contact.promised_kobo !== null && naira(contact.promised_kobo)} by{" "}
                      {day(contact.promised_on)}
                    </div>
                  )}
                  {contact.call_again_on && <div className="small">Call again on {day(contact.call_again_on)}</div>}
                  {contact.note && <p className={styles.body}>{contact.note}</p>}
                  <div className="small muted">{fullName(contact.admin)}</div>
                </>
              )}
            </Lines>
          )}
        </Answered>
      </Panel>
      <Panel
        title="Messages"
        actions={
          mayWrite && (
            <Way to={`/admin/communications/new?queue=all&user_ids=${person.id}`} isQuiet>
              Write a message
            </Way>
          )
        }
        flush
      >
        <Answered of={sent} height={96}>
          {(data) => (
            <Lines rows={data.messages} empty="Nothing was sent" at={({ sent_at }) => sent_at}>
              {(message) => (
                <>
                  <strong>{message.subject ?? message.communication}</strong> <Toned status={message.status} />{" "}
                  <span className="muted small">{channelNames[message.channel]}</span>
                  {message.body && <p className={styles.body}>{message.body}</p>}
                  {message.reason && <div className="small muted">{message.reason}</div>}
                </>
              )}
            </Lines>
          )}
        </Answered>
      </Panel>
      <Panel title="Offers may come by">
        <Answered of={sent} height={96}>
          {(data) => <Suppressed person={person} ways={data.suppressions} mayLift={mayWrite} />}
        </Answered>
        <Answered of={sent} height={96}>
          {(data) => (
            <div className="buttons" style={{ marginTop: data.suppressions.length > 0 ? 12 : 0 }}>
              {data.preferences.map(({ channel, is_allowed }) => (
                <ToneBadge
                  key={channel}
                  tone={is_allowed ? "success" : "neutral"}
                >{`${channelNames[channel]}: ${is_allowed ? "yes" : "no"}`}</ToneBadge>
              ))}
            </div>
          )}
        </Answered>
      </Panel>
      {isOpen && <ContactDialog userId={person.id} name={fullName(person)} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Ways that do not reach the person, with the reason; after they said that it works again, one is written to again. */
const Suppressed = ({
  person,
  ways,
  mayLift,
}: {
  person: Person;
  ways: Answer<typeof calls.communications.ofPerson>["suppressions"];
  mayLift: boolean;
}): ReactNode =>
  ways.map(({ channel, reason, is_marketing_only, since }) => (
    <Notice
      key={channel}
      tone="warning"
      action={
        mayLift && (
          <ActionButton
            call={calls.communications.liftSuppression}
            params={{ id: person.id }}
            body={{ channel, reason: "" }}
            done="Written to again."
            confirm={{
              title: `Write to ${fullName(person)} by ${channelNames[channel]} again?`,
              body: "Only after they said that it works.",
              reason: "required",
              yes: "Write again",
            }}
          >
            Write again
          </ActionButton>
        )
      }
    >
      {channelNames[channel]}: {reason} {is_marketing_only ? "No offers" : "Nothing"} goes out this way since{" "}
      <When at={since} />.
    </Notice>
  ));
