import type { Endpoint } from "@manilla/contract/endpoint";
import { naira } from "@manilla/contract/formats";
import { Button, Textarea } from "@mantine/core";
import { lazy, type ReactNode, Suspense, useId, useState } from "react";
import { type Answer, type CallInput, send } from "../api/call.ts";
import { CallError, errorText } from "../api/errors.ts";
import { refreshEverything } from "../api/query-client.ts";
import { useAction } from "../api/use-call.ts";
import { useMay } from "../session/session.ts";
import { Facts, Notice } from "../ui/kit.tsx";
import { Dialog } from "../ui/dialog.tsx";
import dialogStyles from "../ui/dialogs.module.css";
import { useFocusRescue } from "../ui/focus.ts";
import { useShortcut } from "../ui/keys.ts";
import { toast } from "../ui/toasts.tsx";
import styles from "./form.module.css";

export interface Confirm {
  title: string;
  body?: ReactNode;
  /** What the act comes to: amount, payee, count, fees. Shown for every act that moves money. */
  facts?: readonly { label: string; value?: ReactNode; kobo?: number | bigint }[];
  /** Whether a reason is requested; it is sent as `reason`. */
  reason?: "required" | "optional";
  /** What the paper shows that has to be attached; it is sent as `slip_id`. */
  paper?: string;
  /** The word on the button that does it. */
  yes: string;
  style?: "plain" | "danger";
}

/** A body without what the question adds to it. */
type WithoutAsked<Body> = Body extends object ? Omit<Body, "reason" | "slip_id"> & Partial<Body> : Body;

interface Props<E extends Endpoint> {
  call: E;
  params?: CallInput<E>["params"];
  body?: WithoutAsked<CallInput<E>["body"]>;
  /** What is asked before. Without it the act happens at once, which acts that move money never do. */
  confirm?: Confirm | undefined;
  /** Why it cannot be done now; said on hover, when pressed, and to screen readers. */
  disabledBecause?: string | undefined;
  /** The inverse, for acts that can be taken back: offered for a while once it is done, and made by the server like the act itself. */
  undo?: (answer: Answer<E>) => Inverse | undefined;
  /** Called on success, whatever the toast. */
  onDone?: (answer: Answer<E>) => void;
  /** The toast on success; a function shows its own. */
  done?: string | ((answer: Answer<E>) => void) | undefined;
  variant?: "primary" | "quiet" | "danger";
  /** A letter that presses it from anywhere on the page. */
  shortcut?: string | undefined;
  children: ReactNode;
}

/** A call that takes back what was done. */
export interface Inverse {
  call: Endpoint;
  input: object;
  /** What of it was refused, in words, where the answer has verdicts. */
  refused?: (answer: Answer<Endpoint>) => string | undefined;
}

/** The button of a toast that takes back what it says; none where there is no inverse. */
export const undoing = (inverse: Inverse | undefined): Parameters<typeof toast>[1] =>
  inverse && { action: { label: "Undo", run: () => takeBack(inverse) } };

/** Makes the inverse call and shows what is so then. */
export function takeBack({ call, input, refused }: Inverse): void {
  send(call, input as CallInput<Endpoint>).then(
    (answer) => {
      const what = refused?.(answer);
      toast(what ?? "Taken back.", { tone: what === undefined ? "neutral" : "danger" });
      void refreshEverything();
    },
    (error: unknown) => toast(`It could not be taken back. ${errorText(error)}`, { tone: "danger" }),
  );
}

const PaperQuestion = lazy(() => import("./paper-question.tsx"));

const looks = {
  primary: { variant: "filled" },
  quiet: { variant: "default" },
  danger: { variant: "outline", color: "var(--danger-text)" },
} as const;

/**
 * A button that makes a call. Hidden when the person may not make it; asks before; restates the money; says what went
 * wrong in the specified order; refreshes what is on the screen. One intent has one idempotency key, however often it is tried.
 */
export function ActionButton<E extends Endpoint>({
  call,
  params,
  body,
  confirm,
  disabledBecause,
  undo,
  done,
  onDone,
  variant = "quiet",
  shortcut,
  children,
}: Props<E>): ReactNode {
  const isAllowed = useMay(call);
  const [isAsking, setAsking] = useState(false);
  const action = useAction(call);
  const explained = useId();
  const button = useFocusRescue<HTMLButtonElement>();

  const run = async (reason?: string): Promise<void> => {
    const whole = { ...(body as Record<string, unknown> | undefined), ...(reason ? { reason } : {}) };
    try {
      const answer = await action.run({ ...(params !== undefined && { params }), body: whole } as CallInput<E>);
      setAsking(false);
      const inverse = undo?.(answer);
      onDone?.(answer);
      if (typeof done === "function") done(answer);
      else toast(done ?? "Done.", undoing(inverse));
    } catch (error) {
      if (!confirm) toast(errorText(error), { tone: "danger" });
    }
  };
  const question =
    confirm ?? (call.effect === "moves_money" ? { title: "Are you sure?", yes: "Yes, do it" } : undefined);
  const press = (): void => {
    if (disabledBecause) return toast(disabledBecause, { tone: "neutral" });
    if (!question) return void run();
    action.reset();
    setAsking(true);
  };
  useShortcut(isAllowed ? shortcut : undefined, press);
  if (!isAllowed) return null;
  return (
    <>
      <Button
        ref={button}
        {...looks[variant]}
        size="sm"
        loading={action.isPending && !isAsking}
        aria-disabled={disabledBecause !== undefined}
        data-disabled={disabledBecause !== undefined || undefined}
        aria-describedby={disabledBecause ? explained : undefined}
        aria-keyshortcuts={shortcut}
        title={disabledBecause}
        onClick={press}
      >
        {children}
      </Button>
      {disabledBecause && (
        <span id={explained} className="visually-hidden">
          {disabledBecause}
        </span>
      )}
      {question?.paper && isAsking && (
        <Suspense>
          <PaperQuestion
            action={{
              label: question.yes,
              call,
              input: { params, body },
              confirm: question,
              done: (answer) => {
                onDone?.(answer as Answer<E>);
                if (typeof done === "function") done(answer as Answer<E>);
                else toast(done ?? "Done.");
              },
            }}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
      {question && !question.paper && (
        <Question
          opened={isAsking}
          question={question}
          isPending={action.isPending}
          error={action.error}
          onCancel={() => setAsking(false)}
          onYes={(reason) => void run(reason)}
        />
      )}
    </>
  );
}

interface QuestionProps {
  opened: boolean;
  question: Confirm;
  isPending: boolean;
  error: unknown;
  onCancel: () => void;
  onYes: (reason: string) => void;
}

/** The dialog before an act. While the act is under way it cannot be closed: its outcome would be missed. */
export function Question({ opened, question, isPending, error, onCancel, onYes }: QuestionProps): ReactNode {
  const [reason, setReason] = useState("");
  const [isTried, setTried] = useState(false);
  const isMissing = question.reason === "required" && reason.trim().length < 3;
  const fieldErrors = error instanceof CallError ? Object.entries(error.fields) : [];
  return (
    <Dialog opened={opened} onClose={onCancel} title={question.title} isLocked={isPending}>
      {/* Ctrl and Enter say yes from wherever in the question one is. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <form
        className={`stack ${styles.form}`}
        onKeyDown={(event) =>
          event.key === "Enter" && (event.ctrlKey || event.metaKey) && event.currentTarget.requestSubmit()
        }
        onSubmit={(event) => (
          event.preventDefault(),
          setTried(true),
          isMissing || isPending ? undefined : onYes(reason.trim())
        )}
      >
        {question.body && <div>{question.body}</div>}
        {question.facts && (
          <Facts
            items={question.facts.map(({ label, value, kobo }) => ({
              label,
              value: kobo === undefined ? value : naira(kobo),
              figure: kobo !== undefined,
            }))}
          />
        )}
        {question.reason && (
          <Textarea
            label={question.reason === "required" ? "Reason" : "Reason (optional)"}
            rows={3}
            maxLength={500}
            data-autofocus
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            error={isTried && isMissing ? "this field has to contain at least 3 characters" : undefined}
          />
        )}
        {error !== undefined && error !== null && (
          <div role="alert">
            <Notice tone="danger">
              {errorText(error)}
              {fieldErrors.map(([field, [text]]) => (
                <div key={field} className="small">
                  {field.replaceAll("_", " ")}: {text}
                </div>
              ))}
            </Notice>
          </div>
        )}
        {isPending && (
          <p className="small muted" role="status">
            Under way. Please wait for the answer…
          </p>
        )}
        <div className={dialogStyles.buttons}>
          <Button variant="default" onClick={onCancel} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending} {...(question.style === "danger" && { color: "red.9" })}>
            {question.yes}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
