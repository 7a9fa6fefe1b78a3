import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import dialogStyles from "../ui/dialogs.module.css";
import styles from "./form.module.css";
import { useForm } from "./use-call-form.tsx";

/** Sends the form. Stays pressable while fields are wrong: pressing it says what is wrong. @param onCancel in a dialog: leaves it, on the left */
export function SubmitButton({
  children,
  fullWidth,
  onCancel,
}: {
  children: ReactNode;
  fullWidth?: boolean;
  onCancel?: () => void;
}): ReactNode {
  const form = useForm();
  return (
    <div className={onCancel ? dialogStyles.buttons : styles.submit}>
      {onCancel && (
        <Button variant="default" onClick={onCancel} disabled={form.isPending}>
          Cancel
        </Button>
      )}
      <Button type="submit" loading={form.isPending} fullWidth={fullWidth ?? false}>
        {children}
      </Button>
    </div>
  );
}
