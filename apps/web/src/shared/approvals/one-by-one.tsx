/** An approver's inbox on a phone: one request at a time, the oldest first, and then the next one. Only its buttons decide. */
import type { Endpoint } from "@manilla/contract/endpoint";
import { count, counted } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { Actions } from "../actions/actions.tsx";
import type { Actable, ActingCall } from "../actions/facts.ts";
import type { Answer, CallInput } from "../api/call.ts";
import { useRecord } from "../api/use-call.ts";
import { useReadyViews, type ReadyView } from "../list/ready-views.tsx";
import { viewAddress } from "../list/saved-views.ts";
import { parseState } from "../list/url-state.ts";
import type { ListCall } from "../list/use-list.ts";
import { Answered } from "../ui/answered.tsx";
import { useIsPhone } from "../ui/device.ts";
import { Empty, Skeleton } from "../ui/kit.tsx";
import { Page } from "../ui/page.tsx";
import styles from "./one-by-one.module.css";
import { useWaiting } from "./use-waiting.ts";

/** A request as a card needs it. */
type Decidable = Actable & { title: string };

interface Props<E extends Endpoint> {
  list: ListCall;
  /** Finds one request by its id. */
  find: E;
  decline: ActingCall;
  approve: ActingCall;
  /** What is decided, as the first of them. */
  views: readonly ReadyView[];
  hrefOf: (id: string) => string;
  /** Whom is paid, where, how much and why. */
  children: (request: Answer<E>) => ReactNode;
}

/** Whether this visit decides one by one: on a phone, in the view of requests for oneself. Turned sideways it stays so, with what was typed. */
export function useOneByOne(views: readonly ReadyView[]): boolean {
  const isPhone = useIsPhone();
  const [began] = useState(isPhone);
  const [query] = useSearchParams();
  const [first] = useReadyViews(views);
  return began && first?.first === true && viewAddress(query) === first.address;
}

export function OneByOne<E extends Endpoint>({ list, views, ...card }: Props<E>): ReactNode {
  const [first, second] = useReadyViews(views);
  const state = parseState(new URLSearchParams(first?.address), list.list);
  const { answer, at, isFirst, isOver, left, putOff, onDone, onLater, lookAtPutOff } = useWaiting(list, state);
  return (
    <Page
      lead={
        <span className={styles.lead}>
          {at !== undefined && left > 0 && <span>{counted(left, "request")} to decide</span>}
          <Link to={`?${second?.address ?? ""}`}>See the list</Link>
        </span>
      }
      width="text"
    >
      <Answered of={answer} height={320}>
        {() =>
          at !== undefined ? (
            <Card key={at} {...card} id={at} isFirst={isFirst} onDone={() => onDone(at)} onLater={() => onLater(at)} />
          ) : !isOver ? (
            <Skeleton height={320} />
          ) : putOff > 0 ? (
            <Empty
              title="Nothing else waits for you"
              action={
                <Button variant="default" onClick={lookAtPutOff}>
                  Look at those that you put off ({count(putOff)})
                </Button>
              }
            />
          ) : (
            <Empty title={first?.empty ?? "Nothing waits for you"} />
          )
        }
      </Answered>
    </Page>
  );
}

type CardProps<E extends Endpoint> = Omit<Props<E>, "list" | "views"> & {
  id: string;
  isFirst: boolean;
  onDone: () => void;
  onLater: () => void;
};

function Card<E extends Endpoint>({ id, find, decline, approve, hrefOf, children, ...on }: CardProps<E>): ReactNode {
  const answer = useRecord(find, { params: { id } } as CallInput<E>);
  const heading = useRef<HTMLHeadingElement>(null);
  const isNext = !on.isFirst && answer.data !== undefined;
  useEffect(() => {
    if (isNext) heading.current?.focus();
  }, [isNext]);
  const request = answer.data as (Answer<E> & Decidable) | undefined;
  // Also a request that could not be read is put off, or nobody would get beyond it.
  return (
    <>
      <article className={styles.card} {...(request && { "aria-labelledby": "request-to-decide" })}>
        <Answered of={answer} height={320}>
          {(data) => (
            <>
              <h2 id="request-to-decide" ref={heading} tabIndex={-1}>
                <Link to={hrefOf(id)}>{(data as Decidable).title}</Link>
              </h2>
              {children(data)}
            </>
          )}
        </Answered>
        <p className={styles.ways}>
          <Link to={hrefOf(id)}>Everything about it</Link>
          <button type="button" onClick={on.onLater}>
            Decide later
          </button>
        </p>
      </article>
      {request && (
        <section className={styles.decide} aria-label="Decide">
          <Actions of={request} calls={[decline, approve]} next="approve" isWhole hasKeys={false} onDone={on.onDone} />
        </section>
      )}
    </>
  );
}
