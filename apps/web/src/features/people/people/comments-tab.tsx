import { type Mentioned, partsOfText, withReferences } from "@manilla/contract/people/mentions";
import { Fragment, type ReactNode, useRef, useState } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useCall, useRecord } from "../../../shared/api/use-call.ts";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { useMay } from "../../../shared/session/session.ts";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Panel } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import mentionStyles from "./comments.module.css";
import { MentionField } from "./mention-field.tsx";
import { Lines } from "./lines.tsx";
import { type Person } from "./parts.tsx";
import styles from "./person.module.css";

/** What colleagues noted. The person never sees it. */
export function CommentsTab({ person }: { person: Person }): ReactNode {
  const result = useRecord(calls.people.comments, { params: { id: person.id } });
  const mayComment = useMay(calls.people.addComment);
  const [posted, setPosted] = useState(0);
  return (
    <Panel title="Comments" flush>
      {mayComment && (
        <div className={styles.padded}>
          <NewComment key={posted} id={person.id} onPosted={() => setPosted(posted + 1)} />
        </div>
      )}
      <Answered of={result} height={96}>
        {({ comments }) => (
          <Lines
            rows={comments}
            empty="No comment yet"
            because="What you note here is seen by colleagues only."
            at={({ created_at }) => created_at}
          >
            {(comment) => (
              <>
                <strong>{comment.author.name}</strong>
                <p className={styles.body}>
                  <Words text={comment.body} mentions={comment.mentions} />
                </p>
              </>
            )}
          </Lines>
        )}
      </Answered>
    </Panel>
  );
}

/** A comment's text with the colleagues who are named in it. */
const Words = ({ text, mentions }: { text: string; mentions: readonly Mentioned[] }): ReactNode =>
  partsOfText(text, mentions).map((part, index) => (
    <Fragment key={`${index} ${typeof part === "string" ? "" : part.id}`}>
      {typeof part === "string" ? part : <span className={mentionStyles.mention}>@{part.name}</span>}
    </Fragment>
  ));

/** Begins afresh once its comment was posted. */
function NewComment({ id, onPosted }: { id: string; onPosted: () => void }): ReactNode {
  const { data } = useCall(calls.people.colleagues, {});
  const colleagues = data?.colleagues ?? [];
  // Whom one picked, by name: two colleagues may share one.
  const chosen = useRef(new Map<string, string>());
  const form = useCallForm(calls.people.addComment, {
    initial: { body: "" },
    params: { id },
    toBody: ({ body }) => ({ body: withReferences(body, colleagues, chosen.current) }),
    onDone: () => {
      toast("Noted.");
      onPosted();
    },
  });
  return (
    <Form form={form}>
      <MentionField
        name="body"
        label="New comment"
        hint="Colleagues see it, the person does not. @ mentions a colleague, who is notified."
        colleagues={colleagues}
        onChosen={(person) => chosen.current.set(person.name, person.id)}
      />
      <SubmitButton>Post comment</SubmitButton>
    </Form>
  );
}
