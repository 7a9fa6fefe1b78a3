import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import styles from "./form.module.css";
import { useForm } from "./use-call-form.tsx";

/** Sends the form. Stays pressable while fields are wrong: pressing it says what is wrong. */
export function SubmitButton({ children, fullWidth }: { children: ReactNode; fullWidth?: boolean }): ReactNode {
  const form = useForm();
  return (
    <div className={styles.submit}>
      <Button type="submit" loading={form.isPending} fullWidth={fullWidth ?? false}>
        {children}
      </Button>
    </div>
  );
}
