import { type ReactNode, useState } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { send } from "../../../shared/api/call.ts";
import { Question } from "../../../shared/form/action-button.tsx";
import { useMay, useSession } from "../../../shared/session/session.ts";
import { leaveToView } from "../../../shared/session/viewing.ts";
import { LinkButton } from "../../../shared/ui/kit.tsx";

/** Lets support see what a customer describes. Not an ActionButton: from the answer on every call is the other person's, so the page is left at once. */
export function ViewAs({ id, name }: { id: string; name: string }): ReactNode {
  const isAllowed = useMay(calls.session.startViewingAs);
  const { user } = useSession();
  const [isAsking, setAsking] = useState(false);
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  if (!isAllowed || user.id === id) return null;
  const start = async (reason: string): Promise<void> => {
    setPending(true);
    setError(undefined);
    try {
      await send(calls.session.startViewingAs, { body: { user_id: id, reason } });
      leaveToView();
      location.assign("/");
    } catch (failure) {
      setError(failure);
      setPending(false);
    }
  };
  return (
    <>
      <LinkButton onClick={() => setAsking(true)}>View as</LinkButton>
      <Question
        opened={isAsking}
        isPending={isPending}
        error={error}
        onCancel={() => (setAsking(false), setError(undefined))}
        onYes={(reason) => void start(reason)}
        question={{
          title: `View as ${name}?`,
          body: "You see the application as this person does, for fifteen minutes. Nothing can be changed. That you looked, and why, is recorded under both names.",
          reason: "required",
          yes: "View as",
        }}
      />
    </>
  );
}
