import { type ReactNode, useState } from "react";
import { useParams } from "react-router";
import { Button } from "@mantine/core";
import { calls } from "../../../shared/api/calls.gen.ts";
import { CallError, errorText } from "../../../shared/api/errors.ts";
import { useAction, useRecord } from "../../../shared/api/use-call.ts";
import { channelNames, type Channel } from "../../../shared/messages/message-words.tsx";
import { AuthLayout } from "../../../shared/ui/auth-layout.tsx";
import { Notice, Skeleton } from "../../../shared/ui/kit.tsx";

const isDead = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 404 || error.status === 422);

/** The link at the end of every offer. It asks once, because mail programs open links by themselves. */
export default function UnsubscribeScreen(): ReactNode {
  const { token = "" } = useParams();
  const link = useRecord(calls.communications.findUnsubscribe, { params: { token } });
  const { run, isPending, error } = useAction(calls.communications.unsubscribe);
  const [ended, setEnded] = useState<Channel>();
  const channel = ended ?? (link.data?.is_ended ? link.data.channel : undefined);
  if (channel)
    return (
      <AuthLayout title="No more offers">
        We send you no more offers by {channelNames[channel].toLowerCase()}. What you have to know about your own loans
        still reaches you. You can change this any time in your profile.
      </AuthLayout>
    );
  if (isDead(link.error) || isDead(error))
    return (
      <AuthLayout title="This link no longer works">
        Nothing was changed. Use the link of our newest message, or sign in and change it in your profile, under how we
        may write to you.
      </AuthLayout>
    );
  return (
    <AuthLayout title="No more offers?" lead="You still get what you have to know about your own loans and payments.">
      {error ? (
        <div role="alert">
          <Notice tone="danger">{errorText(error)}</Notice>
        </div>
      ) : null}
      <div style={{ marginTop: 16 }}>
        {link.isLoading ? (
          <Skeleton height={36} />
        ) : (
          <Button
            loading={isPending}
            onClick={() =>
              void run({ params: { token } }).then(
                (answer) => setEnded(answer.channel),
                () => undefined,
              )
            }
          >
            Send me no more offers
          </Button>
        )}
      </div>
    </AuthLayout>
  );
}
