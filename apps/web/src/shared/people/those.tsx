import { naira } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { StatusBadge } from "../ui/badge.tsx";
import { fullName } from "./names.ts";
import styles from "./people.module.css";

/** A person as a list has them. Sums that the reader may not see are not there. */
export interface OneOfThose {
  id: string;
  name: string;
  last_name: string;
  profile_status: string;
  salary_kobo?: number | null;
  credit_limit_kobo?: number | null;
  asked_kobo?: number | null;
}

const sums = ({ salary_kobo, credit_limit_kobo, asked_kobo }: OneOfThose): string =>
  [
    typeof salary_kobo === "number" && `salary ${naira(salary_kobo)}`,
    typeof credit_limit_kobo === "number" && `limit ${naira(credit_limit_kobo)}`,
    typeof asked_kobo === "number" && `requests ${naira(asked_kobo)}`,
  ]
    .filter(Boolean)
    .join(", ");

/** Whom an act on several is about, before it is done: each by name, with the state and the sums that decide. */
export const Those = ({ people }: { people: readonly OneOfThose[] }): ReactNode =>
  people.length > 0 && (
    <ul className={styles.verdicts} aria-label="Who is chosen">
      {people.map((person) => (
        <li key={person.id}>
          <span>{fullName(person)}</span>
          <StatusBadge kind="person" status={person.profile_status} />
          <span className="small muted">{sums(person)}</span>
        </li>
      ))}
    </ul>
  );
