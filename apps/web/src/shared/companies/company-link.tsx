import type { ReactNode } from "react";
import { Link } from "react-router";
import { calls } from "../api/calls.gen.ts";
import { useMay } from "../session/session.ts";

/** Whether the reader may open the page of a company: for lists whose rows lead there. */
export const useMayCompany = (): boolean => useMay(calls.admissions.find);

/** A company's name, which opens its page for staff who may read it, and is plain text for others. */
export function CompanyLink({ id, children }: { id: string; children: ReactNode }): ReactNode {
  return useMayCompany() ? <Link to={`/admin/companies/${id}`}>{children}</Link> : children;
}
