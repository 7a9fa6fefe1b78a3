import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";

/** A link that looks like the button of the next step. */
export const WayLink = ({ to, quiet, children }: { to: string; quiet?: boolean; children: ReactNode }): ReactNode => (
  <Button component={Link} to={to} size="sm" variant={quiet ? "default" : "filled"}>
    {children}
  </Button>
);
