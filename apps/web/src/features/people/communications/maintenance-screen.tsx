import type { ReactNode } from "react";
import { Link } from "react-router";
import { Page } from "../../../shared/ui/page.tsx";
import { Composer } from "./composer.tsx";

const BODY =
  "Dear {{name}},\n\nManilla will not be available on … from … to …, because we are working on it. Payments that fall due in that time are not late.\n\nThank you for your patience.";

/** R023: announces maintenance to everybody. */
export default (): ReactNode => (
  <Page
    lead="Tells every customer that the service rests for a while. Opt-outs do not apply: it is no offer."
    actions={<Link to="/admin/communications">All messages</Link>}
  >
    <Composer
      initial={{
        name: "Maintenance",
        channel: "mail",
        category: "service",
        subject: "Manilla rests for a while",
        body: BODY,
      }}
      queue="all"
    />
  </Page>
);
