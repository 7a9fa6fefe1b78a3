import type { ReactNode } from "react";
import { calls } from "../api/calls.gen.ts";
import type { Answer } from "../api/call.ts";
import { When } from "../ui/kit.tsx";
import styles from "./activities.module.css";

type Activity = Answer<typeof calls.companyActivities.recent>["activities"][number];

/** What happened, the newest first. */
export const Activities = ({ activities }: { activities: readonly Activity[] }): ReactNode => (
  <ul className={`list ${styles.acts}`}>
    {activities.map(({ id, type, words, users, happened_at }) => {
      const person = users.find(({ position }) => position === "target");
      return (
        <li key={`${type}:${id}`}>
          <span>
            {words}
            {person && /loan|repayment/.test(type) && !words.includes(person.name) && `, ${person.name}`}
          </span>{" "}
          <span className="small muted">
            <When at={happened_at} />
          </span>
        </li>
      );
    })}
  </ul>
);
