import type { ReactNode } from "react";
import { calls } from "../api/calls.gen.ts";
import type { Answer } from "../api/call.ts";
import { When } from "../ui/kit.tsx";

type Activity = Answer<typeof calls.companyActivities.recent>["activities"][number];

/** What happened, the newest first. */
export const Activities = ({ activities }: { activities: readonly Activity[] }): ReactNode => (
  <ul className="list">
    {activities.map(({ id, type, words, users, happened_at }) => {
      const person = users.find(({ position }) => position === "target");
      return (
        <li key={`${type}:${id}`}>
          {words}
          {person && /loan|repayment/.test(type) && !words.includes(person.name) && `, ${person.name}`}{" "}
          <span className="small muted">
            <When at={happened_at} />
          </span>
        </li>
      );
    })}
  </ul>
);
