import type { ReactNode } from "react";
import { calls } from "../api/calls.gen.ts";
import { useCall } from "../api/use-call.ts";
import { useMay } from "../session/session.ts";
import { Notice } from "../ui/kit.tsx";

/** Why nothing leaves for banks at the moment, before anybody types. */
export function BanksNotice(): ReactNode {
  const { data } = useCall(calls.transferDesk.notice, {}, { enabled: useMay(calls.transferDesk.notice) });
  return data?.notice ? <Notice tone="warning">{data.notice}</Notice> : null;
}
