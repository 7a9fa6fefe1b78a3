import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { ImportPage } from "../../../shared/imports/import-page.tsx";

const employeePage = (id: string): string => `/corporate/users/${id}`;

/** One file of employees. */
export default function ImportScreen(): ReactNode {
  return <ImportPage of={calls.staffImports} hrefOf={employeePage} />;
}
