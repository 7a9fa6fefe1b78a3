/** What somebody asks for and somebody else decides: appeals, limits, employment. */
import { z } from "zod";
import type { Machine } from "./machine.ts";
import { moment } from "./time.ts";

/** What each such request has. */
export const requestOf = <State extends string>({ states }: Machine<State>) =>
  z.object({
    id: z.uuid(),
    status: z.enum(states as readonly [State, ...State[]]),
    decision_reason: z.string().nullable(),
    created_at: moment,
    decided_at: moment.nullable(),
  });

/** Nobody decides about what they requested themselves. */
export const own_request = { status: 403, words: "Nobody decides about themselves." } as const;
