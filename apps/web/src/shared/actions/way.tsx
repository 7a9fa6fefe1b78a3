import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useIsPhone } from "../ui/device.ts";
import { maySend, useMaybeSession } from "../session/session.ts";

interface Props {
  to: string;
  /** What is sent at its end: people who may not send it do not see the way there. */
  call?: Parameters<typeof maySend>[1];
  /** Beside another way that matters more. */
  isQuiet?: boolean;
  children: ReactNode;
}

/** The way to another page that looks like the page's main act; it stays a link, so that a new tab works. */
export function Way({ to, call, isQuiet = false, children }: Props): ReactNode {
  const session = useMaybeSession();
  const size = useIsPhone() ? "md" : "sm";
  if (call && !maySend(session, call)) return null;
  return (
    <Button component={Link} to={to} size={size} variant={isQuiet ? "default" : "filled"}>
      {children}
    </Button>
  );
}
