import { checkField, checkForm, isOptional, parseRules } from "@manilla/contract/form-rules";
import { naira } from "@manilla/contract/formats";
import type { Endpoint } from "@manilla/contract/endpoint";
import {
  createContext,
  type ReactNode,
  startTransition,
  use,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { type Answer, type CallInput } from "../api/call.ts";
import { AGAIN_TEXT, CallError, errorText, FIELDS_TEXT } from "../api/errors.ts";
import { useAction } from "../api/use-call.ts";
import { draftKey, readDraft, writeDraft } from "./drafts.ts";
import { ErrorSummary } from "./error-summary.tsx";
import { Restored } from "./restored.tsx";
import styles from "./form.module.css";
import { UnsavedGuard } from "./unsaved-guard.ts";

export type FieldValue = string | number | boolean | File | null | undefined | readonly string[];
export type Values = Record<string, FieldValue>;

/** A body as a form has it: its names are the call's; what was typed in a field is checked by the call's rules. */
type Typed<Body> = unknown extends Body
  ? unknown
  : Body extends string | number | bigint | boolean | null | undefined
    ? FieldValue
    : Body extends readonly (infer Item)[]
      ? readonly Typed<Item>[]
      : { [Name in keyof Body]: Typed<Body[Name]> };

interface Options<E extends Endpoint, V extends Values> {
  initial: V;
  params?: CallInput<E>["params"];
  /** Rules by field, where one value asks for another by the values (the same object for the same ones); the contract's own unless given. */
  rules?: Readonly<Record<string, string>> | ((values: V) => Readonly<Record<string, string>>);
  /** Turns the values into the body; the values themselves (without files and empty optional fields) unless given. */
  toBody?: (values: V) => CallInput<E>["body"] | Typed<CallInput<E>["body"]>;
  /** The form's field for one that the server names, where the body is built otherwise than the form. */
  fieldOf?: (name: string) => string;
  /** What follows. The form is busy until it is there: return the promise of a way elsewhere. */
  onDone?: (answer: Answer<E>, values: V) => void | Promise<void>;
  onError?: (error: unknown) => void;
  /** True keeps the draft although the call went well: more is asked before all of it is done, and `discardDraft` says when. */
  keepsDraft?: boolean;
  /** False for forms that need neither draft nor a question on leaving: signing in, dialogs. `draft` keeps what was typed and lets one go without a question. */
  isGuarded?: boolean | "draft";
}

export interface CallForm {
  id: string;
  values: Values;
  /** The message to show at a field now; quiet until something was typed in the field and it was left, or the form was sent. */
  messageOf(field: string): string | undefined;
  set(field: string, value: FieldValue): void;
  setMany(values: Values): void;
  leave(field: string): void;
  /** Says at a field what its value cannot say: the file that was refused is not kept. Until the field is set again. */
  refuse(field: string, message: string): void;
  isOptional(field: string): boolean;
  labels: Map<string, string>;
  submit(): Promise<void>;
  isPending: boolean;
  progress: number;
  /** Wrong fields of the last attempt, and what the server said. */
  failure: { text: string; requestId: string | undefined; fields: readonly string[]; attempt: number } | undefined;
  restored: boolean;
  /** Something was typed that leaving would lose sight of. */
  isUnsaved: boolean;
  /** Something was typed and not sent, whether or not a draft of it is kept. */
  isChanged: boolean;
  /** As it was in the beginning: values, messages, draft. */
  discardDraft(): void;
  /** Where the draft is kept, for fields that remember more than their value. */
  draftKey: string | undefined;
}

const Context = createContext<CallForm | undefined>(undefined);

/** The form around a field. @throws Error outside of a form */
export function useForm(): CallForm {
  const form = use(Context);
  if (!form) throw new Error("a field must be inside <Form>");
  return form;
}

let freeMail: ReadonlySet<string> | undefined;
/** The list of free-mail domains is large: it is fetched only by forms that have the rule. */
function useFreeMail(rules: Readonly<Record<string, string>>): ReadonlySet<string> | undefined {
  const isWanted = Object.values(rules).some((text) => text.includes("privateEmail"));
  const [, setLoaded] = useState(false);
  useEffect(() => {
    if (!isWanted || freeMail) return;
    void import("@manilla/contract/people/free-mail-domains.data").then(({ FREE_MAIL_DOMAINS }) => {
      freeMail = new Set(FREE_MAIL_DOMAINS);
      setLoaded(true);
    });
  }, [isWanted]);
  return isWanted ? freeMail : undefined;
}

/** The contract's rules of a call, by field. */
export const rulesOf = (call: Endpoint): Readonly<Record<string, string>> =>
  "rules" in call ? ((call as { rules?: Record<string, string> }).rules ?? {}) : {};

function plainBody(values: Values, rules: Readonly<Record<string, string>>): Record<string, unknown> {
  const entries = Object.entries(values).filter(([field, value]) => {
    if (value instanceof File) return false;
    const text = rules[field];
    return !(
      text !== undefined &&
      parseRules(text).isNullable &&
      (value === "" || value === null || value === undefined)
    );
  });
  return Object.fromEntries(entries);
}

/** A money field holds kobo; text in it is what could not be read as an amount, whatever else the call's rules say of whole numbers. */
function wrongAmounts(values: Values): Record<string, string> {
  const unread = Object.entries(values).filter(
    ([field, value]) => field.includes("_kobo") && typeof value === "string" && value.trim() !== "",
  );
  return Object.fromEntries(
    unread.map(([field, value]) => [
      field,
      checkField("numeric", value, { field, values }) ??
        `this field has to be less than ${naira(Number.MAX_SAFE_INTEGER)}`,
    ]),
  );
}

/** Bounds of money fields are in kobo; people read them in naira. */
const inNaira = (field: string, message: string | undefined): string | undefined =>
  field.includes("_kobo")
    ? message?.replace(/(?<=(?:at least|less than) )\d+$/, (kobo) => naira(Number(kobo)))
    : message;

const filesOf = (values: Values): Record<string, File> =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, File] => entry[1] instanceof File));

/** The first wrong message of each field from the server. */
const serverMessages = (error: CallError, fieldOf: (name: string) => string): Record<string, string> =>
  Object.fromEntries(Object.entries(error.fields).map(([name, [text]]) => [fieldOf(name), text ?? ""]));

/**
 * A form that makes a call: the contract's rules on every change, the server's errors at their fields, a linked summary
 * after a failed attempt, and nothing lost: neither by an error, a reload nor the end of the session.
 */
export function useCallForm<E extends Endpoint, const V extends Values>(
  call: E,
  options: Options<E, V>,
): CallForm & { values: V } {
  const id = useId();
  const isGuarded = options.isGuarded ?? true;
  const key = isGuarded ? draftKey(call.path, options.params) : undefined;
  const draft = useMemo(() => (key ? readDraft(key) : undefined), [key]);
  const [values, setValues] = useState<Values>(() => ({ ...options.initial, ...draft }));
  const rules = typeof options.rules === "function" ? options.rules(values as V) : (options.rules ?? rulesOf(call));
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  /** Fields that were typed in: a mistake in another is not shown yet. */
  const typed = useRef(new Set(Object.keys(draft ?? {})));
  const [fromServer, setFromServer] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<CallForm["failure"]>();
  const [isDirty, setDirty] = useState(draft !== undefined);
  const [restored, setRestored] = useState(draft !== undefined);
  const labels = useRef(new Map<string, string>()).current;
  const action = useAction(call);
  // From the first press until the next screen is there, or what was answered is shown.
  const busy = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const freeMailDomains = useFreeMail(rules);
  const wrong = useMemo(
    () => ({ ...checkForm(rules, values, freeMailDomains), ...wrongAmounts(values) }),
    [rules, values, freeMailDomains],
  );

  useEffect(() => {
    if (!key || !isDirty) return;
    const timer = setTimeout(() => writeDraft(key, values), 300);
    return () => clearTimeout(timer);
  }, [key, values, isDirty]);

  const setMany = useCallback((some: Values) => {
    for (const field of Object.keys(some)) typed.current.add(field);
    setValues((all) => ({ ...all, ...some }));
    setFromServer((messages) => Object.fromEntries(Object.entries(messages).filter(([field]) => !(field in some))));
    setDirty(true);
  }, []);

  const refuse = useCallback(
    (field: string, message: string) => setFromServer((messages) => ({ ...messages, [field]: message })),
    [],
  );

  const fail = (text: string, fields: readonly string[], requestId?: string): void => {
    setLeft(new Set(Object.keys({ ...values, ...rules })));
    setFailure((last) => ({ text, fields, requestId, attempt: (last?.attempt ?? 0) + 1 }));
  };

  const submit = async (): Promise<void> => {
    if (busy.current) return;
    if (Object.keys(wrong).length > 0) return fail(FIELDS_TEXT, Object.keys(wrong));
    setFailure(undefined);
    setBusy((busy.current = true));
    const from = location.pathname;
    try {
      const body = options.toBody ? options.toBody(values as V) : plainBody(values, rules);
      // What belongs to a call without files was sent by itself when it was chosen.
      const files = call.files ? filesOf(values) : {};
      const answer = await action.run(
        { ...(options.params !== undefined && { params: options.params }), body } as CallInput<E>,
        Object.keys(files).length > 0 ? files : undefined,
      );
      setDirty(false);
      setRestored(false);
      if (key) writeDraft(key, options.keepsDraft ? values : undefined);
      await options.onDone?.(answer, values as V);
    } catch (error) {
      const messages = error instanceof CallError ? serverMessages(error, options.fieldOf ?? ((name) => name)) : {};
      setFromServer(messages);
      const isLost = error instanceof CallError && error.isNetwork && call.effect !== "none";
      const text = isLost ? `${errorText(error)} ${AGAIN_TEXT}` : errorText(error);
      fail(text, Object.keys(messages), error instanceof CallError ? error.requestId : undefined);
      options.onError?.(error);
    } finally {
      // Where it led elsewhere, this form goes with its screen; and where that is still coming, together with it.
      if (location.pathname === from) {
        busy.current = false;
        startTransition(() => setBusy(false));
      }
    }
  };

  return {
    id,
    values: values as V,
    labels,
    isPending: isBusy,
    progress: action.progress,
    failure,
    restored,
    submit,
    setMany,
    draftKey: key,
    isUnsaved: isGuarded === true && isDirty && !isBusy,
    isChanged: isDirty && !isBusy,
    set: (field, value) => setMany({ [field]: value }),
    messageOf: (field) => inNaira(field, fromServer[field] ?? (left.has(field) ? wrong[field] : undefined)),
    refuse,
    leave: (field) =>
      setLeft((fields) => (fields.has(field) || !typed.current.has(field) ? fields : new Set([...fields, field]))),
    isOptional: (field) => rules[field] !== undefined && isOptional(rules[field]),
    discardDraft: () => {
      setValues(options.initial);
      setLeft(new Set());
      setFromServer({});
      setFailure(undefined);
      setDirty(false);
      setRestored(false);
      if (key) writeDraft(key, undefined);
    },
  };
}

/** The form element: error summary on top, what was restored, and the fields. */
export function Form({ form, children }: { form: CallForm; children: ReactNode }): ReactNode {
  return (
    <Context value={form}>
      <form
        className={`stack ${styles.form}`}
        noValidate
        data-changed={form.isChanged || undefined}
        onSubmit={(event) => (event.preventDefault(), void form.submit())}
      >
        {form.isUnsaved && <UnsavedGuard />}
        {form.failure && <ErrorSummary form={form} failure={form.failure} />}
        {form.restored && <Restored onDiscard={form.discardDraft} />}
        {children}
      </form>
    </Context>
  );
}
