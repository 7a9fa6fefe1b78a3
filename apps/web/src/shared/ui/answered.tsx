import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Failure, Skeleton } from "./kit.tsx";

interface AnsweredProps<Data> {
  of: Pick<UseQueryResult<Data>, "data" | "error" | "refetch" | "isPlaceholderData">;
  /** Of the skeleton, in pixels. */
  height: number;
  /** Of a box around the content, which is dimmed while it is the answer to an earlier question. */
  className?: string | undefined;
  children: (data: Data) => ReactNode;
}

/** What a call answers: a skeleton until it does; what happened, with a retry, when it did not. An answer that is there stays when asking again fails. */
export function Answered<Data>({
  of: { data, error, refetch, isPlaceholderData },
  height,
  className,
  children,
}: AnsweredProps<Data>): ReactNode {
  if (data === undefined)
    return error ? <Failure error={error} onRetry={() => void refetch()} /> : <Skeleton height={height} />;
  if (className === undefined) return children(data);
  return (
    <div
      className={className}
      aria-busy={isPlaceholderData}
      aria-live="polite"
      style={{ opacity: isPlaceholderData ? 0.55 : 1 }}
    >
      {children(data)}
    </div>
  );
}
