import type { Endpoint } from "@manilla/contract/endpoint";
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { type CallInput, fetchFile, saveFile } from "../api/call.ts";
import { errorText } from "../api/errors.ts";
import { useMay } from "../session/session.ts";
import { toast } from "../ui/toasts.tsx";

interface Props<E extends Endpoint> {
  call: E;
  input: CallInput<E>;
  /** Of the file, where the server does not say it. */
  name: string;
  /** Said when it is saved. */
  done?: string;
  children: ReactNode;
}

/** A button that saves the file of a call; hidden from those who may not have it. */
export function FileButton<E extends Endpoint>({ call, input, name, done, children }: Props<E>): ReactNode {
  const isAllowed = useMay(call);
  const [isPending, setPending] = useState(false);
  if (!isAllowed) return null;
  const take = async (): Promise<void> => {
    setPending(true);
    try {
      const file = await fetchFile(call, input);
      saveFile(file.blob, file.name ?? name);
      if (done) toast(done);
    } catch (error) {
      toast(errorText(error), { tone: "danger" });
    } finally {
      setPending(false);
    }
  };
  return (
    <Button size="sm" variant="default" loading={isPending} onClick={() => void take()}>
      {children}
    </Button>
  );
}
