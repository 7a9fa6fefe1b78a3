import { count } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useCall } from "../../../shared/api/use-call.ts";
import { Notice } from "../../../shared/ui/kit.tsx";

/** How many places the plan has and how many are taken, where somebody is invited. */
export function Seats({ company_id }: { company_id?: string | undefined }): ReactNode {
  const { data } = useCall(calls.team.seats, { query: company_id ? { company_id } : {} });
  if (!data) return null;
  const left = data.allowed - data.used;
  const words =
    data.plan === null
      ? "The company has no plan yet, so nobody can be invited."
      : `${count(data.used)} of ${count(data.allowed)} places of the plan ${data.plan} are taken.`;
  return (
    <Notice tone={left > 0 ? "info" : "warning"}>
      {words} {left < 1 && !company_id && <Link to="/corporate/subscription">Choose a plan</Link>}
    </Notice>
  );
}
