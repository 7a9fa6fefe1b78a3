/** The places of a process: it works on that many requests at once. The others wait in a line, urgent ones first, none beyond a bound; a client that has left is not served (promise O4). */
import { Busy } from "../errors.ts";

/** Money and sign-in before pages, pages before files. */
export const URGENCIES = ["first", "usual", "last"] as const;
export type Urgency = (typeof URGENCIES)[number];

/** The client left before its request was begun: nothing was done, and nobody reads an answer. */
export class ClientLeft extends Error {
  readonly code = "ABORT_ERR";
  constructor() {
    super("The client left before its request was begun.");
  }
}

export interface Asking {
  /** Who asks: one person holds at most half of the places. Requests of nobody in particular count as one person's. */
  person: string;
  urgency: Urgency;
  /** Tells when the client leaves. @returns takes that back */
  whenLeft: (leave: () => void) => () => void;
}

export interface Places {
  /**
   * @returns gives the place back; calling it twice is as good as once
   * @throws Busy after the longest wait, ClientLeft
   */
  take(asking: Asking): Promise<() => void>;
}

interface Waiting {
  person: string;
  begin: () => void;
}

/**
 * @param places how many are worked on at once, at least 2
 * @param longest_wait milliseconds after which a request is refused with a retry
 */
export function createPlaces(places: number, longest_wait: number): Places {
  const each = Math.ceil(places / 2);
  const lines: Record<Urgency, Waiting[]> = { first: [], usual: [], last: [] };
  const held = new Map<string, number>();
  let taken = 0;
  const holds = (person: string): number => held.get(person) ?? 0;
  const mayBegin = (person: string): boolean => taken < places && holds(person) < each;

  function sit(person: string): () => void {
    taken += 1;
    held.set(person, holds(person) + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      taken -= 1;
      if (holds(person) === 1) held.delete(person);
      else held.set(person, holds(person) - 1);
      callNext();
    };
  }

  /** The most urgent of those who may, the first to come first. */
  function callNext(): void {
    for (const urgency of URGENCIES) {
      const next = lines[urgency].find(({ person }) => mayBegin(person));
      if (next) return next.begin();
    }
  }

  function wait({ person, urgency, whenLeft }: Asking): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const line = lines[urgency];
      const end = (how: () => void) => {
        line.splice(line.indexOf(waiting), 1);
        clearTimeout(overdue);
        stayed();
        how();
      };
      const waiting: Waiting = { person, begin: () => end(() => resolve(sit(person))) };
      const overdue = setTimeout(() => end(() => reject(new Busy())), longest_wait);
      const stayed = whenLeft(() => end(() => reject(new ClientLeft())));
      line.push(waiting);
    });
  }

  return {
    async take(asking) {
      return mayBegin(asking.person) ? sit(asking.person) : wait(asking);
    },
  };
}
