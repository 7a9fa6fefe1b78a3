import type { ReactNode } from "react";
import { When } from "../../../shared/ui/kit.tsx";

interface Said {
  by: string;
  text: string;
  at: string;
}

/** What was written on both sides, the oldest first. */
export const Thread = ({
  first,
  messages,
}: {
  first: Said;
  messages: readonly (Said & { id: string })[];
}): ReactNode => (
  <ul className="rows" style={{ margin: "-8px -16px" }}>
    {[{ id: "first", ...first }, ...messages].map(({ id, by, text, at }) => (
      <li key={id}>
        <div>
          <strong>{by}</strong>{" "}
          <span className="muted small">
            <When at={at} />
          </span>
          <p style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>{text}</p>
        </div>
      </li>
    ))}
  </ul>
);
