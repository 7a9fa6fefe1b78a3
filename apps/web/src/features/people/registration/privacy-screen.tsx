import type { ReactNode } from "react";
import { privacySections } from "../../../shared/session/legal-words.ts";
import { LegalPage } from "./legal-page.tsx";

export default function PrivacyScreen(): ReactNode {
  return <LegalPage title="Privacy notice" sections={privacySections} />;
}
