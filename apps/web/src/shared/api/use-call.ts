import type { Endpoint } from "@manilla/contract/endpoint";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { sayActed } from "./acted.ts";
import { type Answer, type CallInput, send } from "./call.ts";
import { CallError, isUndecided } from "./errors.ts";
import { refreshEverything } from "./query-client.ts";

/** The account type of the address: answers for one account are never shown under another. */
const area = (): string => location.pathname.split("/")[1] ?? "";

/** The cache key of a call: account, path and what was asked. */
export const keyOf = <E extends Endpoint>(call: E, input: CallInput<E>): readonly unknown[] => [
  "call",
  area(),
  call.path,
  input,
];

/**
 * Reads a call and keeps the answer for five minutes.
 * @param options.enabled false waits; `keep` shows the old answer, marked as such, while another one is coming
 */
export function useCall<E extends Endpoint>(
  call: E,
  input: CallInput<E>,
  options: { enabled?: boolean; keep?: boolean; freshForMs?: number } = {},
): UseQueryResult<Answer<E>> {
  return useQuery<Answer<E>>({
    queryKey: keyOf(call, input),
    queryFn: ({ signal }) => send(call, input, { signal }),
    enabled: options.enabled ?? true,
    ...(options.freshForMs !== undefined && { staleTime: options.freshForMs }),
    ...(options.keep && { placeholderData: (previous) => previous as never }),
  });
}

/** Parts of one page share an answer for this long: on a phone the second part used to ask again for what the first had just received. */
const ONE_PAGE_MS = 2_000;

/** Reads a call again each time it is shown, for what people decide on. The previous answer is shown until the new one has come. */
export const useRecord = <E extends Endpoint>(
  call: E,
  input: CallInput<E>,
  options: { enabled?: boolean; keep?: boolean } = {},
): UseQueryResult<Answer<E>> => useCall(call, input, { ...options, freshForMs: ONE_PAGE_MS });

export interface Action<E extends Endpoint> {
  /** Makes the call. Throws what it threw, after storing it in `error`. */
  run(input: CallInput<E>, files?: Record<string, File>): Promise<Answer<E>>;
  isPending: boolean;
  error: unknown;
  /** Share of an upload that has left, 0 to 1. */
  progress: number;
  reset(): void;
}

/**
 * Changes something. One idempotency key per intent: the same input tried again after a lost answer carries the same key,
 * so that nothing happens twice; another input, or an attempt after a clear answer, carries a new one.
 */
export function useAction<E extends Endpoint>(call: E): Action<E> {
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const [progress, setProgress] = useState(0);
  const intent = useRef<{ print: string; key: string } | undefined>(undefined);
  return {
    isPending,
    error,
    progress,
    reset: () => setError(undefined),
    async run(input, files) {
      const print = JSON.stringify([call.path, input]);
      if (intent.current?.print !== print) intent.current = { print, key: crypto.randomUUID() };
      setPending(true);
      setError(undefined);
      setProgress(0);
      try {
        const answer = await send(call, input, { idempotencyKey: intent.current.key, files, onProgress: setProgress });
        intent.current = undefined;
        sayActed();
        await Promise.race([refreshEverything(), new Promise((resolve) => setTimeout(resolve, 1_000))]);
        return answer;
      } catch (failure) {
        if (!isUndecided(failure)) intent.current = undefined;
        // Somebody else was quicker: what is on the screen is old, and trying again with it would be refused for ever. Or it was done, and the answer was lost.
        if (failure instanceof CallError && (failure.isNetwork || failure.status === 409 || failure.status === 412))
          void refreshEverything();
        setError(failure);
        throw failure;
      } finally {
        setPending(false);
      }
    },
  };
}
