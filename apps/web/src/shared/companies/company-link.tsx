import type { ReactNode } from "react";
import { Link } from "react-router";
import { calls } from "../api/calls.gen.ts";
import { useMay } from "../session/session.ts";

/** Whether the reader may open a company's page: for lists whose rows link to it. */
export const useMayCompany = (): boolean => useMay(calls.admissions.find);

/** A company's name: a link for staff who may open its page, plain text for others. */
export function CompanyLink({ id, children }: { id: string; children: ReactNode }): ReactNode {
  return useMayCompany() ? <Link to={`/admin/companies/${id}`}>{children}</Link> : children;
}
