import type { ReactNode } from "react";
import { Link } from "react-router";
import { Notice } from "../ui/kit.tsx";

/** The badge of dated terms: those of now, those to come, those before. */
export const stateOfDated = ({ is_now, valid_from }: { is_now: boolean; valid_from: string }, today: string) =>
  is_now
    ? (["success", "Now"] as const)
    : valid_from > today
      ? (["info", "Planned"] as const)
      : (["neutral", "Before"] as const);

/** Changes that a second person has before them. */
export const WaitingChanges = ({ of }: { of: readonly { approval_id: string; title: string }[] }): ReactNode =>
  of.map(({ approval_id, title }) => (
    <Notice key={approval_id} tone="info" action={<Link to={`/admin/approvals/${approval_id}`}>Open the request</Link>}>
      {title} waits for a second person.
    </Notice>
  ));
