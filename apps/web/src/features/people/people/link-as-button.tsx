import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";

/** A way to another page that looks like the page's main act; it stays a link, so that a new tab works. */
export const LinkAsButton = ({
  to,
  children,
  variant = "filled",
}: {
  to: string;
  children: ReactNode;
  variant?: "filled" | "default";
}): ReactNode => (
  <Button component={Link} to={to} size="sm" variant={variant}>
    {children}
  </Button>
);
