import type { Endpoint } from "@manilla/contract/endpoint";
import { type ReactNode, useEffect } from "react";
import { useLocation, useParams } from "react-router";
import type { Answer, CallInput } from "../api/call.ts";
import { useRecord } from "../api/use-call.ts";
import { RecordQueue } from "../list/record-queue.tsx";
import { accountTypeOf, useMaybeSession } from "../session/session.ts";
import { Answered } from "../ui/answered.tsx";
import { Page, useScreenCrumb } from "../ui/page.tsx";
import { Presence, type Subject } from "../ui/presence.tsx";
import { rememberRecent } from "../ui/recent.ts";

interface Props<E extends Endpoint> {
  /** It has one parameter: the record of the address. */
  call: E;
  title?: (data: Answer<E>) => string;
  /** Below the title; the way through the list that the record was opened from is there unless this is given. */
  lead?: (data: Answer<E> | undefined, id: string) => ReactNode;
  /** Whose presence is shown: a record on which two people may decide. */
  subject?: Subject;
  actions?: (data: Answer<E> | undefined, id: string) => ReactNode;
  width?: "form" | "text" | "full";
  /** Of the skeleton, in pixels. */
  height?: number;
  children: (data: Answer<E>, id: string) => ReactNode;
}

/** The page of one record: the id of the address, the record as it is now, a skeleton until it is there, and what happened when it did not come. */
export function RecordPage<E extends Endpoint>({ call, height = 240, width, ...parts }: Props<E>): ReactNode {
  const [id = ""] = Object.values(useParams());
  const [, name = "id"] = /\{(\w+)\}/.exec(call.path) ?? [];
  const answer = useRecord(call, { params: { [name]: id } } as CallInput<E>);
  const crumb = useScreenCrumb();
  const { data } = answer;
  const title = data && parts.title?.(data);
  useRecent(title, crumb);
  const lead = parts.lead ? (
    parts.lead(data, id)
  ) : (
    <>
      <RecordQueue /> {parts.subject && id && <Presence subject={parts.subject} id={id} />}
    </>
  );
  return (
    <Page key={id} title={title ?? crumb} lead={lead} actions={parts.actions?.(data, id)} {...(width && { width })}>
      <Answered of={answer} height={height}>
        {(found) => parts.children(found, id)}
      </Answered>
    </Page>
  );
}

/** The palette shows it first the next time. @param detail what it is */
function useRecent(label: string | undefined, detail: string): void {
  const { pathname } = useLocation();
  const user_id = useMaybeSession()?.user.id;
  const type = accountTypeOf(pathname);
  useEffect(() => {
    if (label && user_id && type) rememberRecent(user_id, type, { label, detail, link: pathname });
  }, [label, detail, user_id, type, pathname]);
}
