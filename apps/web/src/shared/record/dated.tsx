import { day } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { ToneBadge } from "../ui/badge.tsx";
import { Notice } from "../ui/kit.tsx";

interface Dated {
  valid_from: string;
  is_now: boolean;
  set_by: string | null;
  reason: string | null;
}

/** The day from which dated terms hold. */
export const fromColumn = {
  key: "_from" as const,
  header: "From",
  render: ({ valid_from }: Dated): ReactNode => (valid_from < "2000" ? "The beginning" : day(valid_from)),
};

/** Whether dated terms hold now, will, or did. */
export const stateColumn = (today: string) => ({
  key: "_state" as const,
  header: "State",
  render: ({ is_now, valid_from }: Dated): ReactNode =>
    is_now ? (
      <ToneBadge tone="success">Now</ToneBadge>
    ) : valid_from > today ? (
      <ToneBadge tone="info">Planned</ToneBadge>
    ) : (
      <ToneBadge tone="neutral">Before</ToneBadge>
    ),
});

/** Who set dated terms, and why. */
export const setByColumns = [
  { key: "_by" as const, header: "By", render: ({ set_by }: Dated): ReactNode => set_by ?? "" },
  { key: "_why" as const, header: "Why", render: ({ reason }: Dated): ReactNode => reason ?? "" },
];

/** Changes that a second person has before them. */
export const WaitingChanges = ({ of }: { of: readonly { approval_id: string; title: string }[] }): ReactNode =>
  of.map(({ approval_id, title }) => (
    <Notice key={approval_id} tone="info" action={<Link to={`/admin/approvals/${approval_id}`}>Open the request</Link>}>
      {title} waits for a second person.
    </Notice>
  ));
