import type { ReactNode } from "react";
import { termsSections } from "../../../shared/session/legal-words.ts";
import { LegalPage } from "./legal-page.tsx";

export default function TermsScreen(): ReactNode {
  return <LegalPage title="Terms" sections={termsSections} />;
}
