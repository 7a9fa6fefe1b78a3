import type { ReactNode } from "react";
import { Link } from "react-router";
import { Page } from "../../../shared/ui/page.tsx";
import { Composer } from "./composer.tsx";

/** A new message to a segment. */
export default (): ReactNode => (
  <Page
    lead="Write once, see it as one person reads it, and send it to everybody in a queue."
    actions={<Link to="/admin/communications">All messages</Link>}
  >
    <Composer initial={{ name: "", channel: "mail", category: "service", subject: "", body: "" }} queue="active" />
  </Page>
);
