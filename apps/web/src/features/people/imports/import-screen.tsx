import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { ImportPage } from "../../../shared/imports/import-page.tsx";

const personPage = (id: string): string => `/admin/users/${id}`;

/** One import of customers. */
export default function ImportScreen(): ReactNode {
  return <ImportPage of={calls.imports} hrefOf={personPage} />;
}
