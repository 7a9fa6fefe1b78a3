import { type ReactNode, useState } from "react";
import { calls } from "../../shared/api/calls.gen.ts";
import { useCall } from "../../shared/api/use-call.ts";
import { TextAreaField } from "../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../shared/form/use-call-form.tsx";
import { useMay } from "../../shared/session/session.ts";
import { Empty, Panel, When } from "../../shared/ui/kit.tsx";
import { toast } from "../../shared/ui/toasts.tsx";
import { Loaded, type Person } from "./parts.tsx";
import styles from "./person.module.css";

/** What colleagues noted. The person never sees it. */
export function CommentsTab({ person }: { person: Person }): ReactNode {
  const result = useCall(calls.people.comments, { params: { id: person.id } }, { freshForMs: 0 });
  const mayComment = useMay(calls.people.addComment);
  const [posted, setPosted] = useState(0);
  return (
    <Panel title="Comments" flush>
      {mayComment && (
        <div className={styles.padded}>
          <NewComment key={posted} id={person.id} onPosted={() => setPosted(posted + 1)} />
        </div>
      )}
      <Loaded result={result}>
        {({ comments }) =>
          comments.length === 0 ? (
            <Empty title="No comment yet">What you note here is seen by colleagues only.</Empty>
          ) : (
            <ul className={styles.lines}>
              {comments.map((comment) => (
                <li key={comment.id}>
                  <div>
                    <strong>{comment.author.name}</strong>
                    <p className={styles.body}>{comment.body}</p>
                  </div>
                  <span className="small muted">
                    <When at={comment.created_at} />
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  );
}

/** Begins afresh once its comment was posted. */
function NewComment({ id, onPosted }: { id: string; onPosted: () => void }): ReactNode {
  const form = useCallForm(calls.people.addComment, {
    initial: { body: "" },
    params: { id },
    onDone: () => {
      toast("Noted.");
      onPosted();
    },
  });
  return (
    <Form form={form}>
      <TextAreaField name="body" label="New comment" hint="Colleagues see it, the person does not." rows={3} />
      <SubmitButton>Post comment</SubmitButton>
    </Form>
  );
}
