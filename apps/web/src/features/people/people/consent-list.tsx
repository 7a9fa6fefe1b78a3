import type { ReactNode } from "react";
import { When } from "../../../shared/ui/kit.tsx";
import { named } from "./parts.tsx";

/** What a person agreed to, in its words, and when. */
export function ConsentList({
  consents,
}: {
  consents: readonly { kind: string; wording: string; given_at: string }[];
}): ReactNode {
  return (
    <ul className="rows">
      {consents.map((consent) => (
        <li key={`${consent.kind}-${consent.given_at}`}>
          <div>
            <strong>{named(consent.kind)}</strong>
            <div className="small muted">{consent.wording}</div>
          </div>
          <span className="small muted">
            <When at={consent.given_at} />
          </span>
        </li>
      ))}
    </ul>
  );
}
